import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeDatabases } from '../../../tests/support/exam-screen.ts'

// Before the imports: persistent stores look for local storage once, when they are loaded.
const device = vi.hoisted(() => {
  const nothing = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('localStorage', nothing)
  vi.stubGlobal('sessionStorage', nothing)
  return { kept: new Map<string, unknown>(), disk: { writable: true }, places: [] as unknown[] }
})
vi.mock('idb-keyval', () => ({
  ...fakeDatabases(device.kept, device.disk),
  createStore: (...place: unknown[]) => device.places.push(place),
}))

const { $user } = await import('#features/auth/auth.store.ts')
const { answerOutbox } = await import('./answer-outbox.browser.ts')

const outcome = { question_id: 340, review: 2, correct: true }
let sent: [path: string, body: unknown][]
let answer: () => Promise<Response>

beforeEach(() => {
  sent = []
  answer = async () => Response.json({ status: true, data: outcome })
  device.kept.clear()
  device.places.length = 0
  $user.set({ id: 5 } as never)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)])
    return answer()
  })
})
afterEach(() => void vi.useRealTimers())

const onDevice = () => [...device.kept].map(([key, value]) => [JSON.parse(key) as unknown, value])

const given = { question_id: 340, review: 2, option: 1361, took_ms: 900 }
const graded = { question_id: 340, review: 2, grade: 'easy' }

it('sends what an older version of these pages left on this device, for its learner alone', async () => {
  device.kept.set('[5,1000,340,"answer"]', { kind: 'answer', ...given })
  device.kept.set('[5,2000,340,"grade"]', { kind: 'grade', ...graded })
  device.kept.set('[6,1500,340,"answer"]', { kind: 'answer', ...given, option: 'skip' })
  const late: unknown[] = []
  await answerOutbox((sending, fate) => late.push([sending.kind, fate])).resume()
  expect(device.places).toEqual([['padavu-practice', 'answers']])
  expect(sent).toEqual([
    ['/api/v1/user/practice/answer', given],
    ['/api/v1/user/practice/grade', graded],
  ])
  expect(late).toEqual(['answer', 'grade'].map((kind) => [kind, { is: 'sent', reply: outcome }]))
  expect(onDevice().map(([key]) => key)).toEqual([[6, 1500, 340, 'answer']])
})

it('keeps an answer where older and newer versions find it, until the server has it', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const answers = answerOutbox(() => {})
  const what = { kind: 'answer', ...given } as const
  expect(await answers.add({ user: 5, at: 3000, what }).fate).toEqual({ is: 'waiting', onDevice: true })
  expect(onDevice()).toEqual([[[5, 3000, 340, 'answer'], what]])
  answer = async () => Response.json({ status: true, data: outcome })
  await answers.wake()
  expect([sent.length, onDevice()]).toEqual([2, []])
})

it('tells answer and grade of a question apart, and one review from the next', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const answers = answerOutbox(() => {})
  for (const [at, what] of [
    { kind: 'answer', ...given } as const,
    { kind: 'grade', ...graded, grade: 'easy' } as const,
    { kind: 'answer', ...given, review: 3 } as const,
  ].entries())
    await answers.add({ user: 5, at, what }).fate
  expect(Object.keys(answers.$deliveries.get())).toHaveLength(3)
})
