import { beforeEach, expect, test, vi } from 'vitest'
import type { ExamDetail } from '../detail/detail.contract.ts'
import { keepOffline } from './keep-offline.browser.ts'

const exam = {
  id: 7,
  exam_questions: [{ question: { question_content: '<img src="/media/a.png">', answer_option: [] } }],
} as unknown as ExamDetail

/** What the site answers, by path. */
const SITE: Record<string, string> = {
  '/exam/7/start': '<script src="/_astro/a.1.js"></script>',
  '/_astro/a.1.js': 'import("./late.2.js")',
  '/_astro/late.2.js': '',
  '/media/a.png': 'picture',
}

/** Answers in place of the site, by path; an error: no answer comes. */
let instead: Record<string, Response | Error>
let cached: Map<string, Response>
let asked: string[]
/** Fails each write to the cache. */
let full: Error | undefined
let worker: EventTarget & { state: string; scriptURL: string }
const register = vi.fn<() => Promise<object>>()

beforeEach(() => {
  instead = {}
  cached = new Map()
  asked = []
  full = undefined
  worker = Object.assign(new EventTarget(), { state: 'activated', scriptURL: 'https://site/exam/worker.js' })
  register.mockReset().mockImplementation(async () => ({ installing: worker }))
  vi.stubEnv('PROD', true)
  vi.stubGlobal('location', { pathname: '/exam/7/start' })
  vi.stubGlobal('Image', class {})
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => undefined, register } })
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const other = instead[path]
    if (other instanceof Error) throw other
    return other ?? new Response(SITE[path], { status: path in SITE ? 200 : 404 })
  })
  vi.stubGlobal('caches', {
    open: async () => ({
      keys: async () => [...cached.keys()].map((path) => ({ url: `https://site${path}` })),
      match: async (path: string) => cached.get(path)?.clone(),
      put: async (path: string, response: Response) => {
        if (full) throw full
        cached.set(path, response)
      },
      delete: async () => true,
    }),
  })
})

const ALL = Object.keys(SITE).toSorted()
const lost = new TypeError('Failed to fetch')

test('keeps the page with every file that it needs, and reports that a reload shows it', async () => {
  expect(await keepOffline(exam)).toBe('kept')
  expect([...cached.keys()].toSorted()).toEqual(ALL)
})

test.each(ALL.filter((path) => !path.startsWith('/media/')))(
  'reports a failure while %s does not arrive, and fetches what is missing the next time',
  async (path) => {
    for (const failure of [lost, new Response('', { status: 503 })]) {
      instead = { [path]: failure }
      expect(await keepOffline(exam)).toBe('failed')
      expect(cached.has('/exam/7/start')).toBe(false)
    }
    instead = {}
    asked = []
    expect(await keepOffline(exam)).toBe('kept')
    expect([...cached.keys()].toSorted()).toEqual(ALL)
    expect(asked.length).toBeLessThan(ALL.length + 1)
  },
)

test('a picture that does not arrive keeps no page back, and is fetched the next time', async () => {
  for (const failure of [lost, new Response('', { status: 503 })]) {
    instead = { '/media/a.png': failure }
    expect(await keepOffline(exam)).toBe('partly')
    expect(cached.has('/exam/7/start')).toBe(true)
  }
  instead = {}
  expect(await keepOffline(exam)).toBe('kept')
  expect([...cached.keys()].toSorted()).toEqual(ALL)
})

test('a picture for which there is no room is not requested again', async () => {
  const put = cached.set.bind(cached)
  cached.set = (path, response) => {
    if (path === '/media/a.png') throw new DOMException('', 'QuotaExceededError')
    return put(path, response)
  }
  expect(await keepOffline(exam)).toBe('kept')
})

test('a picture that the site does not have keeps nothing back', async () => {
  instead = { '/media/a.png': new Response('', { status: 404 }) }
  expect(await keepOffline(exam)).toBe('kept')
  expect(cached.has('/media/a.png')).toBe(false)
})

test('a page that was kept before is enough without a network', async () => {
  await keepOffline(exam)
  instead = Object.fromEntries(ALL.map((path) => [path, lost]))
  expect(await keepOffline(exam)).toBe('partly')
})

test('a worker that cannot be fetched is a failure, and is requested again', async () => {
  register.mockRejectedValueOnce(lost)
  expect(await keepOffline(exam)).toBe('failed')
  expect(await keepOffline(exam)).toBe('kept')
})

test('waits for the worker to run, and fails with one that does not start', async () => {
  for (const [state, result] of [
    ['activated', 'kept'],
    ['redundant', 'failed'],
  ] as const) {
    worker.state = 'installing'
    const kept = keepOffline(exam)
    await vi.waitFor(() => expect(register).toHaveBeenCalled())
    worker.state = state
    worker.dispatchEvent(new Event('statechange'))
    expect(await kept).toBe(result)
    cached.clear()
    register.mockClear()
  }
})

test('a browser without room or without workers keeps no page, now or later', async () => {
  full = new DOMException('', 'QuotaExceededError')
  expect(await keepOffline(exam)).toBe('never')
  vi.stubGlobal('navigator', {})
  expect(await keepOffline(exam)).toBe('never')
})
