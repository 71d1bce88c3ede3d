import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Loader } from '#lib/browser/call/loading.ts'
import { summary } from '../notebook.store.ts'
import { Overview } from './Overview.tsx'

// What an island draws once its call was answered: React's server draws nothing that was loaded.
vi.mock('#lib/browser/call/use-loaded.ts', () => ({
  LOADING: { is: 'loading' },
  useLoaded: ({ $state }: Loader<never, unknown>) => $state.get(),
}))

let answer: () => Promise<Response>
beforeEach(() => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', () => answer())
})
afterEach(() => vi.unstubAllGlobals())

/** What stands on the page of the notebook. */
async function shown(reply: () => Promise<Response>) {
  answer = reply
  const leave = summary.open(undefined as never)
  await summary.again()
  const html = renderToStaticMarkup(<Overview />)
  leave()
  return html
}

it('a new learner is told how questions get into the notebook, and led to where they come from', async () => {
  const nothing = { learning: 0, known: 0, due: 0, due_tomorrow: 0, resting: 0, new_today: 0, reviewed_today: 0 }
  const html = await shown(async () => Response.json({ status: true, data: nothing }))
  expect(html).toContain('Your notebook is empty.')
  expect(html).toContain('the questions you miss will be here afterwards')
  expect(html).toContain('href="/mock-test"')
})

it('a notebook that cannot be loaded says whose fault it is, and can be asked for again', async () => {
  const failed = await shown(async () => Response.json({ status: false }, { status: 503 }))
  expect(failed).toContain('Failed to load data')
  expect(failed).toContain('Something went wrong on our side.')
  expect(failed).toContain('Try again')
  const away = await shown(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(away).toContain('You seem to be offline.')
  expect(away).toContain('Try again')
})
