import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Loader } from '#lib/browser/call/loading.ts'
import { LatestResult } from '../../result/ui/LatestResult.tsx'
import { ResultPage } from '../../result/ui/ResultPage.tsx'
import { ResponseSheetPage } from '../../result/ui/sheet/ResponseSheetPage.tsx'
import { result, sheet } from '../../result/exam-result.store.ts'
import { detail } from '../exam-detail.store.ts'
import { ExamPage } from './ExamPage.tsx'

// What an island draws once its call was answered: React's server draws nothing that was loaded.
vi.mock('#lib/browser/call/use-loaded.ts', () => ({
  LOADING: { is: 'loading' },
  useLoaded: ({ $state }: Loader<never, unknown>) => $state.get(),
}))

let answer: Response
beforeEach(() => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('location', { search: '' })
  vi.stubGlobal('fetch', async () => answer.clone())
  answer = Response.json({ status: false, message: 'Not here' }, { status: 404 })
})
afterEach(() => vi.unstubAllGlobals())

/** What stands on a page for what its server does not find, and where its links lead. */
async function shown(loader: Pick<Loader<number, unknown>, '$state' | 'open'>, page: ReactElement) {
  const leave = loader.open(999_999)
  await vi.waitFor(() => expect(loader.$state.get().is).not.toBe('loading'))
  const html = renderToStaticMarkup(page)
  leave()
  return { html, links: [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href) }
}

describe('an address without an exam', () => {
  it.each([
    [
      'of the exam',
      <ExamPage examId={999_999} />,
      ['/dashboard', '/mock-test', '/mock-test', '/my-courses', '/support'],
    ],
    ['of its latest result', <LatestResult examId={999_999} />, ['/mock-test', '/my-courses', '/dashboard']],
  ])('%s says so, and leads on', async (_, page, ways) => {
    const { html, links } = await shown(detail, page)
    expect(html).toContain('No exam data found.')
    expect(html).toContain('See all exams')
    expect(html.match(/<h1/g), 'a page has a heading').toHaveLength(1)
    expect(html).not.toContain('Try again')
    expect(links).toEqual(ways)
  })
})

describe('the address of the latest result of an exam that has none yet', () => {
  const exam = { id: 7, exam_type: { id: 1 }, courses: [], results: [] }

  it.each([
    ['that was never begun leads to the exam', null, 'after your first attempt', '/mock-test/7'],
    ['under way leads back into it', { id: 3 }, 'Your attempt is under way.', '/exam/7/start'],
  ])('%s', async (_, open_attempt, hint, way) => {
    answer = Response.json({ status: true, data: { ...exam, open_attempt } })
    const { html, links } = await shown(detail, <LatestResult examId={7} />)
    expect(html).toContain('No result yet')
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain(hint)
    expect(links).toEqual([way])
  })
})

describe('an address without a result', () => {
  it.each([
    ['of the result', result, <ResultPage examId={1} resultId={999_999} />, '/dashboard'],
    ['of its sheet', sheet, <ResponseSheetPage resultId={999_999} resultPath="/back" />, '/back'],
  ])('%s says so, and leads on', async (_, loader, page, first) => {
    const { html, links } = await shown(loader, page)
    expect(html).toContain('There is no such result.')
    expect(html).toContain('See all exams')
    expect(html.match(/<h1/g), 'a page has a heading').toHaveLength(1)
    expect(html).not.toContain('Try again')
    expect([links[0], ...links.slice(-3)]).toEqual([first, '/mock-test', '/my-courses', '/dashboard'])
  })
})
