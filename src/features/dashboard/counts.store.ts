import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { getDashboardCounts } from './dashboard.contract.ts'

/** Figures that several blocks of the dashboard share: asked for once, whichever comes first. */
export const counts = loading((_: void, signal) => call(getDashboardCounts, { signal }), {
  onFailed: (error) => noteFailure('Loading the figures of the dashboard', error),
})
