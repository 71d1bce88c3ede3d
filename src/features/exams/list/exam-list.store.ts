import { atom } from 'nanostores'
import { call } from '#lib/browser/call/call.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { readPage } from '#lib/both/calls/read-page.ts'
import { withQuery } from '#lib/both/paths.ts'
import { listAuthMockExams, listMockExams } from './exam-list.contract.ts'
import { serverNow, timed } from '#lib/browser/server-time.ts'

/** Document 2, section 9. */
export const examTabs = ['all', 'active', 'expired'] as const

export type ExamTab = (typeof examTabs)[number]

/** Document 2, section 9. */
const PAGE_SIZE = 12

type Exams = ReplyOf<typeof listMockExams>['exams']

/** What is asked for; it stands in the address, so that back, reload and a link lead to the same list. */
export const $query = atom<{ tab: ExamTab; page: number }>({ tab: 'active', page: 1 })

/** `now`: the server's time of the reply. */
export const $exams = atom<'loading' | 'failed' | { exams: Exams; now: number }>('loading')

let asked = 0

function readAddress(): void {
  const params = new URLSearchParams(location.search)
  $query.set({
    tab: examTabs.find((tab) => tab === params.get('tab')) ?? 'active',
    page: readPage(params.get('page')),
  })
}

/** Shows the list that the address asks for, now and whenever it changes. @returns a function that ends it */
export function followAddress(): () => void {
  const follow = () => {
    readAddress()
    void loadExams()
  }
  // From the back-forward cache: an exam may have been started meanwhile.
  const shown = ({ persisted }: PageTransitionEvent) => persisted && follow()
  addEventListener('popstate', follow)
  addEventListener('pageshow', shown)
  follow()
  return () => {
    removeEventListener('popstate', follow)
    removeEventListener('pageshow', shown)
  }
}

/** Goes to a tab or a page of it. */
export function openList(tab: ExamTab, page = 1): void {
  const query = { tab: tab === 'active' ? undefined : tab, page: page > 1 ? page : undefined }
  history.pushState(null, '', withQuery(location.pathname, query))
  $query.set({ tab, page })
  void loadExams()
}

/** Loads the list anew. */
export async function loadExams(): Promise<void> {
  const { tab, page } = $query.get()
  const turn = (asked += 1)
  $exams.set('loading')
  try {
    const contract = tab === 'expired' ? listAuthMockExams : listMockExams
    const body = { status: tab, current_page: page, per_page: PAGE_SIZE }
    const { exams } = await timed(() => call(contract, { body }))
    // A later tab may have been chosen meanwhile.
    if (turn === asked) $exams.set({ exams, now: serverNow() })
  } catch {
    if (turn === asked) $exams.set('failed')
  }
}
