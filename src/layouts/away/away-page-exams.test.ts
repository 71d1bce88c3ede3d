import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { neutralBrand } from '#core/site/brand.ts'
import { awayPage } from './away-page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settled = () => vi.advanceTimersByTimeAsync(0)

interface Device {
  /** The scope of the worker that browsers find for the exam screen. */
  scope?: string
  /** Exams whose screens are kept. */
  exams?: number[]
  /** Names of papers that are kept, by learner and exam. */
  papers?: Record<string, string>
  /** Before `recover` no database opens, or none that is open answers a read. */
  hangs?: 'unopened' | 'stuck'
}

/** The page's own script in a browser, as far as it sees one. */
function shown({ scope = 'https://site.test/exam/', exams = [], papers = {}, hangs }: Device = {}) {
  const element = () => ({
    textContent: '',
    href: '',
    children: [] as { textContent: string; href: string }[],
    append(child: { textContent: string; href: string }) {
      this.children.push(child)
    },
    listeners: [] as (() => void)[],
    addEventListener(_: string, listener: () => void) {
      this.listeners.push(listener)
    },
  })
  const parts = new Map<string, ReturnType<typeof element>>()
  const part = (id: string) => parts.get(id) ?? parts.set(id, element()).get(id)!
  const listeners: Record<string, () => void> = {}
  const listen = (type: string, listener: () => void) => void (listeners[type] = listener)
  const [requests, reloads]: [string[], string[]] = [[], []]
  const server = { away: false }
  let recover = () => {}
  const recovers = hangs ? new Promise<void>((resolve) => (recover = resolve)) : Promise.resolve()
  const opens = hangs === 'unopened' ? recovers : Promise.resolve()
  const databases: ReturnType<typeof databaseOf>[] = []
  const script = /<script>([\s\S]*)<\/script>/.exec(awayPage({ name: 'Vidya', brand: neutralBrand }).html)![1]!
  runInNewContext(script, {
    document: {
      documentElement: { dataset: {} },
      cookie: '',
      hidden: false,
      getElementById: part,
      createElement: element,
      addEventListener: listen,
    },
    addEventListener: listen,
    navigator: {
      onLine: true,
      serviceWorker: { getRegistration: async () => ({ active: {}, scope }) },
    },
    location: { href: '/receipt.pdf', reload: () => void reloads.push('reload') },
    localStorage: { getItem: () => '{"id":5}' },
    caches: { keys: async () => exams.map((id) => `padavu-exam-${id}`), match: async () => ({}) },
    indexedDB: { open: () => (databases.push(databaseOf(papers, opens, recovers)), databases.at(-1)) },
    fetch: async (address: string) => {
      requests.push(address)
      if (server.away) throw new TypeError('Failed to fetch')
      return { status: 200 }
    },
    AbortSignal,
    setTimeout,
    clearTimeout,
  })
  return { part, listeners, requests, reloads, server, databases, recover, links: () => part('exams').children }
}

/** A database of papers; without any it is not there, and opening would make it. */
function databaseOf(papers: Record<string, string>, opens: Promise<void>, recovers: Promise<void>) {
  const get = (key: unknown[]) => {
    const name = papers[key.join(' ')]
    const asked: Record<string, unknown> = { result: name && { name } }
    void recovers.then(() => (asked.onsuccess as () => void)())
    return asked
  }
  const opening: Record<string, unknown> = {
    result: { transaction: () => ({ objectStore: () => ({ get }) }), close: () => {} },
    transaction: { abort: () => (opening.aborted = true) },
  }
  void opens.then(() => {
    if (Object.keys(papers).length === 0) (opening.onupgradeneeded as () => void)()
    ;((opening.aborted ? opening.onerror : opening.onsuccess) as () => void)()
  })
  return opening
}

describe('the way back to an exam', () => {
  test('is not shown where the worker that was found is the one of all other pages', async () => {
    const page = shown({ scope: 'https://site.test/', exams: [7] })
    await settled()
    expect(page.links()).toEqual([])
  })

  test('names each exam whose paper this learner has here, and none of another learner', async () => {
    const papers = { '5 7 paper': 'Mock Test 3', '6 8 paper': "Another learner's", '5 9 paper': 'Mock Test 4' }
    const page = shown({ exams: [7, 8, 9], papers })
    await settled()
    expect(page.links()).toMatchObject([
      { href: '/exam/7/start', textContent: 'Go on with your exam: Mock Test 3' },
      { href: '/exam/9/start', textContent: 'Go on with your exam: Mock Test 4' },
    ])
  })

  test('is not shown without a database of papers, and none is made', async () => {
    const page = shown({ exams: [7] })
    await settled()
    expect(page.links()).toEqual([])
    expect(page.databases).toMatchObject([{ aborted: true }])
  })
})

describe.each(['unopened', 'stuck'] as const)('a database of papers that hangs (%s)', (hangs) => {
  const hanging = async () => {
    const page = shown({ exams: [7], papers: { '5 7 paper': 'Mock Test 3' }, hangs })
    page.server.away = true
    await vi.advanceTimersByTimeAsync(2000)
    return page
  }

  test('is not taken for an empty one: the page says so, and shows the exam when it opens', async () => {
    const page = await hanging()
    expect([page.part('unread').textContent, page.links()]).toEqual([
      expect.stringMatching(/^The exams kept on this device cannot be read at the moment\./),
      [],
    ])
    page.recover()
    await vi.advanceTimersByTimeAsync(4000)
    expect(page.part('unread').textContent).toBe('')
    expect(page.links()).toMatchObject([{ href: '/exam/7/start', textContent: 'Go on with your exam: Mock Test 3' }])
  })

  test('has no more than five connections, and is still read when it answers after an hour', async () => {
    const page = await hanging()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(page.databases).toHaveLength(5)
    page.recover()
    await vi.advanceTimersByTimeAsync(4000)
    expect(page.links()).toHaveLength(1)
  })
})

describe('an address that is saved as a file, so that the page stays', () => {
  test('is asked for again by the button, and by nothing else', async () => {
    const page = shown()
    const [again] = page.part('again').listeners
    page.listeners.online?.()
    await settled()
    expect([page.reloads.length, page.part('state').textContent]).toEqual([1, 'Connected.'])
    page.listeners.visibilitychange?.()
    page.listeners.online?.()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(page.requests).toHaveLength(1)
    again?.()
    await settled()
    expect(page.reloads).toHaveLength(2)
  })
})

test('while the server is away it is asked again and again', async () => {
  const page = shown()
  page.server.away = true
  await vi.advanceTimersByTimeAsync(2000)
  page.server.away = false
  await vi.advanceTimersByTimeAsync(2000)
  expect([page.requests.length, page.reloads.length]).toEqual([2, 1])
})
