import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Journal } from '#features/exams/take/journal/journal.rules.ts'
import { changeLocal } from '#features/exams/take/journal/local-journal.browser.ts'
import { storageOver } from '../../../tests/support/sitting/fake-storage.ts'
import { followAccount, logOut, showAccount } from './account.ts'

const { sendLeftResults } = vi.hoisted(() => ({ sendLeftResults: vi.fn<() => Promise<void>>() }))
vi.mock('#features/quizzes/left-results.browser.ts', () => ({ sendLeftResults }))

/** What happened, in order. */
let log: string[]
/** Local storage. */
let kept: Map<string, string>
let server: () => Promise<unknown>

beforeEach(() => {
  vi.useFakeTimers()
  log = []
  server = async () => {}
  sendLeftResults.mockImplementation(async () => void log.push('results'))
  const stored = new Map([['user', '{"token":"secret"}']])
  vi.stubGlobal('localStorage', storageOver(stored))
  kept = stored
  vi.stubGlobal('sessionStorage', { removeItem: (name: string) => void log.push(`forgot ${name}`) })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('location', { assign: (to: string) => void log.push(`${to} with ${kept.size} items`) })
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) => {
    log.push(`${url} ${headers.authorization}`)
    return server()
  })
  vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => void log.push(`dropped ${name}`) })
  vi.stubGlobal('caches', {
    keys: async () => ['padavu-exam-7', 'another'],
    delete: async (name: string) => void log.push(`dropped ${name}`),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const told = '/api/v1/user/logout Bearer secret'
const forgotten = (entry: string) => /^(dropped|forgot) /.test(entry)

it('hides the initials behind the ground of a picture that is transparent', () => {
  const images: { className: string; src: string }[] = []
  class FakeImage {
    className = ''
    src = ''
    getAttribute = () => null
  }
  const place = { querySelector: () => null, append: (image: FakeImage) => void images.push(image) }
  vi.stubGlobal('Image', FakeImage)
  vi.stubGlobal('document', {
    documentElement: { style: { setProperty: () => {} } },
    querySelectorAll: (selector: string) => (selector === '[data-avatar]' ? [place] : []),
  })
  kept.set('user', JSON.stringify({ token: 'secret', name: 'Asha Menon', avatar: '/media/asha.webp' }))
  showAccount()
  expect(images).toEqual([expect.objectContaining({ src: '/media/asha.webp' })])
  // The whole place, and its own ground (Avatar.astro).
  expect(images[0]!.className.split(' ')).toEqual(
    expect.arrayContaining(['absolute', 'inset-0', 'size-full', 'bg-tint']),
  )
})

describe('logging out', () => {
  it('sends what waits while the token is good, ends the session, clears local storage and opens the log-in', async () => {
    await logOut()
    expect(log.filter((entry) => !forgotten(entry))).toEqual(['results', told, '/login with 0 items'])
  })

  it('clears the log-in and the typed text of the staff console as well', async () => {
    kept.set('padavu-staff', '{}').set('padavu-staff-draft:1:ticket:7', `1 ${JSON.stringify('"unsent":true')}`)
    await logOut()
    expect([...kept.keys()]).toEqual([])
  })

  it('is no end of a log-in that the log-in page would speak of', async () => {
    await logOut()
    expect(log).toContain('forgot loginEnded')
  })

  it('leaves nothing in the tab of a log-in under way, nor of where this learner was', async () => {
    await logOut()
    expect(log).toEqual(expect.arrayContaining(['forgot loginUnderWay', 'forgot loginOrigin', 'forgot keptExam']))
  })

  it('leaves also where the browser refuses storage', async () => {
    vi.stubGlobal('sessionStorage', undefined)
    await logOut()
    expect(log.at(-1)).toBe('/login with 0 items')
  })

  it('drops papers under way from this device, and no work that the server may not have', async () => {
    await logOut()
    expect(log.filter((entry) => entry.startsWith('dropped'))).toEqual([
      'dropped padavu-exams',
      'dropped padavu-exam-7',
    ])
  })

  it('keeps second journals with an unsaved answer, a wish to submit or a failed write, and no others', async () => {
    const saved = { qid: 1, option: 2, marked: false, seq: 1, timeFrom: 0, timeTo: 0, saved: true }
    const changes: Partial<Journal>[] = [
      { wish: -1_800_000_000_000 },
      { entries: [{ ...saved, saved: false }] },
      { wish: 1_800_000_000_000 },
      { alone: true },
    ]
    for (const [attempt, change] of changes.entries())
      changeLocal(5, attempt, (journal) => Object.assign(journal, { entries: [saved], ...change }))
    expect(kept.size).toBeGreaterThanOrEqual(changes.length)
    await logOut()
    expect([...kept.keys()]).toEqual(['padavu-journal 5 1', 'padavu-journal 5 2', 'padavu-journal 5 3'])
  })

  it('takes three seconds at most, and tells the server even when what waits cannot be sent', async () => {
    sendLeftResults.mockReturnValue(new Promise(() => {}))
    server = () => new Promise(() => {})
    void logOut()
    await vi.advanceTimersByTimeAsync(2999)
    expect(log.filter((entry) => !forgotten(entry))).toEqual([told])
    await vi.advanceTimersByTimeAsync(1)
    expect(log.filter((entry) => !forgotten(entry)).at(-1)).toBe('/login with 0 items')
  })

  it('is done without a network as well', async () => {
    server = () => Promise.reject(new TypeError('Failed to fetch'))
    await logOut()
    expect(log.filter((entry) => !forgotten(entry)).at(-1)).toBe('/login with 0 items')
  })
})

describe('a page that is open to everyone', () => {
  const learner = (id: number, name = 'Anu') => JSON.stringify({ id, name, token: 'secret' })
  /** The page as somebody opened it, or nobody, and what happens when another tab has stored something else. */
  const opened = (stored: string | null) => {
    const listeners: Record<string, () => void> = {}
    const root = { dataset: { open: 'true' }, style: { display: '' } }
    const listen = (type: string, listener: () => void) => void (listeners[type] = listener)
    vi.stubGlobal('addEventListener', listen)
    vi.stubGlobal('document', { documentElement: root, addEventListener: listen, hidden: false })
    vi.stubGlobal('location', { reload: () => void log.push('reload') })
    vi.stubGlobal('localStorage', { getItem: () => stored })
    followAccount()
    return (type: string, now: string | null) => {
      stored = now
      listeners[type]?.()
      return { hidden: root.style.display === 'none', did: log }
    }
  }

  it.each(['storage', 'pageshow', 'visibilitychange'])(
    'is hidden and loads anew when who was logged in is no more, told by %s',
    (type) => {
      expect(opened(learner(1))(type, null)).toEqual({ hidden: true, did: ['reload'] })
    },
  )

  it('does the same for somebody else, and for who logs in at last', () => {
    expect(opened(learner(1))('storage', learner(2)).hidden).toBe(true)
    expect(opened(null)('storage', learner(2)).hidden).toBe(true)
  })

  it('takes whoever has no profile yet for nobody, until the registration is completed elsewhere', () => {
    const newcomer = JSON.stringify({ id: 2, token: 'secret', registration_completed: 'N' })
    expect(opened(null)('storage', newcomer)).toEqual({ hidden: false, did: [] })
    expect(opened(newcomer)('storage', null)).toEqual({ hidden: false, did: [] })
    expect(opened(newcomer)('storage', learner(2))).toEqual({ hidden: true, did: ['reload'] })
  })

  it('stands when the same learner changes', () => {
    expect(opened(learner(1))('storage', learner(1, 'Anu K'))).toEqual({ hidden: false, did: [] })
  })
})
