import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Loader } from '#lib/browser/call/loading.ts'
import type { QuizListItem } from '../quizzes.contract.ts'
import { quizList } from '../quiz-list.store.ts'
import { openQuiz } from '../quiz.store.ts'
import { QuizCard } from './list/QuizCard.tsx'
import { QuizList } from './list/QuizList.tsx'
import { QuizPage } from './take/QuizPage.tsx'

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
  vi.stubGlobal('fetch', async () => answer.clone())
})
afterEach(() => vi.unstubAllGlobals())

/** Opens the list, or a quiz. @returns leaves it */
async function settled(loader: Pick<Loader<never, unknown>, '$state' | 'open'>, input?: number) {
  const leave = loader.open(input as never)
  await vi.waitFor(() => expect(loader.$state.get().is).not.toBe('loading'))
  return leave
}

it('a list of quizzes that cannot be loaded says so and can be asked for again; an empty one says that it is', async () => {
  answer = Response.json({ status: false, message: 'No.' }, { status: 500 })
  const leave = await settled(quizList)
  const failed = renderToStaticMarkup(<QuizList />)
  expect(failed).toContain('Failed to load data')
  expect(failed).toContain('Try again')
  answer = Response.json({ status: true, data: [] })
  await quizList.again()
  const empty = renderToStaticMarkup(<QuizList />)
  expect(empty).toContain('No quizzes are available right now.')
  expect(empty).toContain('href="/mock-test"')
  leave()
})

it('a quiz that is not there says so, and leads to those that are', async () => {
  answer = Response.json({ status: false, message: 'No.' }, { status: 404 })
  const leave = await settled(openQuiz, 999_999)
  const html = renderToStaticMarkup(<QuizPage quizId={999_999} />)
  leave()
  expect(html).toContain('There is no such quiz.')
  expect(html).toContain('<h1')
  expect(html).not.toContain('Try again')
  expect(html).toMatch(/<a [^>]*href="\/quizzes"[^>]*>See all quizzes/)
})

it('a quiz in the list says how often it was taken, and how well', () => {
  const text = (times_taken: number, best_percentage: number | null) =>
    renderToStaticMarkup(
      <QuizCard quiz={{ id: 7, title: 'Primes', times_taken, best_percentage } as QuizListItem} next />,
    )
  expect(text(0, null)).toContain('Not taken yet')
  expect(text(1, 40)).toContain('Best 40%, taken once')
  expect(text(3, 40)).toContain('Best 40%, taken 3 times')
})
