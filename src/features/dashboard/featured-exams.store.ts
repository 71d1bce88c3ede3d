import { listHomePageExams } from '#features/exams/list/featured.contract.ts'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { permissions } from './permissions.store.ts'

/** Asks for the flag and the exams, side by side. 'off': the site shows none (document 1, section 2, 'Dashboard'). */
export const featured = loading(
  async (_: void, signal) => {
    const [{ enable_home_page_exam: on }, exams] = await Promise.all([
      permissions(),
      call(listHomePageExams, { signal }),
    ])
    return on === '1' ? exams : 'off'
  },
  { onFailed: (error) => noteFailure('Loading the featured exams', error) },
)
