import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeDatabases } from '../../../tests/support/sitting/fake-databases.ts'

/** A browser: its databases, local storage, and what it sends. */
const device = vi.hoisted(() => {
  const local = new Map<string, string>()
  const storage = (of: Map<string, string>) => ({
    getItem: (key: string) => of.get(key) ?? null,
    setItem: (key: string, value: string) => void of.set(key, value),
    removeItem: (key: string) => void of.delete(key),
  })
  // Before the imports: persistent stores look for local storage once, when they are loaded.
  vi.stubGlobal('localStorage', storage(local))
  vi.stubGlobal('sessionStorage', storage(new Map()))
  return { local }
})
const databases = fakeDatabases()
vi.stubGlobal('indexedDB', databases.indexedDB)
const kept = databases.valuesOf('padavu-results')

const { $user } = await import('#features/auth/auth.store.ts')
const { $deliveries, addResult, results } = await import('./result-outbox.browser.ts')

interface Sent {
  path: string
  key: string | undefined
  body: unknown
}
let sent: Sent[]
let answer: () => Promise<Response>
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const stored = async () => Response.json({ status: true })

beforeEach(() => {
  sent = []
  answer = stored
  kept.clear()
  device.local.clear()
  databases.state = 'well'
  $user.set({ id: 5 } as never)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', (path: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    sent.push({ path, key: headers['idempotency-key'], body: JSON.parse(body) })
    return answer()
  })
})
afterEach(() => void vi.useRealTimers())

const answers = [{ question_id: 1, option_id: 11 }]
/** As it lies in the database. */
const resultOf = (submission: string, userId = 5) => ({
  submission,
  userId,
  quizId: 7,
  at: 1000,
  correct_count: 1,
  incorrect_count: 0,
  answers,
})
const onDevice = () => [...kept].map(([key, value]) => [JSON.parse(key) as unknown, value])
const submissions = () => sent.map(({ body }) => (body as { submission: string }).submission)

it('sends what an older version of these pages left on this device, for its learner alone', async () => {
  const other = resultOf('others', 6)
  kept.set('[5,1000,"left"]', resultOf('left'))
  kept.set('[6,1000,"others"]', other)
  await results.resume()
  expect(sent).toMatchObject([
    { path: '/api/v1/quickExam/submit/7?correct_count=1&incorrect_count=0', body: { answers, submission: 'left' } },
  ])
  expect([$deliveries.get().left, onDevice()]).toEqual(['sent', [[[6, 1000, 'others'], other]]])
})

it('leaves alone what it cannot read', async () => {
  kept.set('[5,1000,"odd"]', { ...resultOf('odd'), answers: 'none' })
  await results.resume()
  expect([sent.length, onDevice().length]).toEqual([0, 1])
})

it('moves what a still older version left in local storage to the database, where a log-out does not reach it', async () => {
  const { at: _, ...earlier } = resultOf('earlier')
  const text = JSON.stringify([earlier, { submission: 'odd' }])
  device.local.set('quizResults', text)
  databases.state = 'full'
  await results.resume()
  expect([sent.length, device.local.get('quizResults')]).toEqual([0, text])
  databases.state = 'well'
  answer = lost
  await results.resume()
  expect(onDevice()).toEqual([[[5, 0, 'earlier'], { ...earlier, at: 0 }]])
  expect(device.local.has('quizResults')).toBe(false)
  answer = stored
  await results.resume()
  expect([submissions(), onDevice()]).toEqual([['earlier', 'earlier'], []])
})

it('keeps a result where older and newer versions find it, and repeats it by the same names', async () => {
  answer = lost
  const result = resultOf('new')
  expect(await addResult(result)).toBe(true)
  expect(onDevice()).toEqual([[[5, 1000, 'new'], result]])
  await results.wake()
  answer = stored
  await results.wake()
  expect(sent.length).toBeGreaterThan(1)
  const { key } = sent[0]!
  expect(key).toMatch(/./)
  for (const one of sent) expect(one).toMatchObject({ key, body: { submission: 'new' } })
  expect(onDevice()).toEqual([])
})

it('keeps a result over a log-out, and sends it when its learner is back', async () => {
  answer = lost
  await addResult(resultOf('kept'))
  await results.wake()
  $user.set(undefined)
  device.local.clear()
  answer = stored
  const before = sent.length
  await results.resume()
  await results.wake()
  expect([sent.length, onDevice().length]).toEqual([before, 1])
  $user.set({ id: 5 } as never)
  await results.resume()
  expect([submissions().at(-1), onDevice()]).toEqual(['kept', []])
})

it('keeps a result whose log-in had ended, and sends it after the next one', async () => {
  vi.stubGlobal('location', { pathname: '/quizzes/7', search: '', assign: () => {} })
  answer = async () => Response.json({ status: false, message: 'Please log in.' }, { status: 401 })
  await addResult(resultOf('late'))
  await results.wake()
  expect([$user.get(), onDevice().length]).toEqual([undefined, 1])
  answer = stored
  $user.set({ id: 5 } as never)
  await results.resume()
  expect([submissions().at(-1), onDevice()]).toEqual(['late', []])
})
