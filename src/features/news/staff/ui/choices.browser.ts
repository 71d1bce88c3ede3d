import { loading } from '#lib/browser/call/loading.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { newsChoices } from '../news-entries.contract.ts'

/** What filters and forms of news offer. */
export const choices = loading((_: undefined, signal) => staffCall(newsChoices, { signal }), { keeps: 'meanwhile' })
