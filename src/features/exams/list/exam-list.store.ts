import { atom, computed } from 'nanostores'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { readPage } from '#lib/both/calls/read-page.ts'
import { withQuery } from '#lib/both/paths.ts'
import { listAuthMockExams, listMockExams } from './exam-list.contract.ts'
import { ACTIVE_EXAMS, examTabs, pageOfExams, type ExamQuery, type ExamTab } from './exam-list.rules.ts'
import { timed } from '#lib/browser/server-time.ts'

/**
 * What is asked for; it stands in the address, so that back, reload and a link lead to the same list. Null until the
 * address was read.
 */
export const $asked = atom<ExamQuery | null>(null)

export const $query = computed($asked, (asked): ExamQuery => asked ?? ACTIVE_EXAMS)

export const examList = loading(async (query: ExamQuery, signal) => {
  const contract = query.tab === 'expired' ? listAuthMockExams : listMockExams
  return (await timed(() => call(contract, { body: pageOfExams(query), signal }))).exams
})

function readAddress(): void {
  const params = new URLSearchParams(location.search)
  $asked.set({
    tab: examTabs.find((tab) => tab === params.get('tab')) ?? ACTIVE_EXAMS.tab,
    page: readPage(params.get('page')),
  })
}

/** Asks for the list that the address names, now and whenever it changes. @returns a function that ends it */
export function followAddress(): () => void {
  // From the back-forward cache: an exam may have been started meanwhile.
  const shown = ({ persisted }: PageTransitionEvent) => persisted && void examList.again()
  addEventListener('popstate', readAddress)
  addEventListener('pageshow', shown)
  readAddress()
  return () => {
    removeEventListener('popstate', readAddress)
    removeEventListener('pageshow', shown)
  }
}

/** Goes to a tab or a page of it. */
export function openList(tab: ExamTab, page = 1): void {
  const query = { tab: tab === 'active' ? undefined : tab, page: page > 1 ? page : undefined }
  history.pushState(null, '', withQuery(location.pathname, query))
  $asked.set({ tab, page })
}
