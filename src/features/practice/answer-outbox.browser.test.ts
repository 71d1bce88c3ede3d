import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeDatabases } from '../../../tests/support/sitting/fake-databases.ts'

// Before the imports: persistent stores look for local storage once, when they are loaded.
vi.hoisted(() => {
  const nothing = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('localStorage', nothing)
  vi.stubGlobal('sessionStorage', nothing)
})
const databases = fakeDatabases()
vi.stubGlobal('indexedDB', databases.indexedDB)
const kept = databases.valuesOf('padavu-practice')

const { $user } = await import('#features/auth/auth.store.ts')
const { answerOutbox } = await import('./answer-outbox.browser.ts')

const outcome = { question_id: 340, review: 2, correct: true }
let sent: [path: string, body: unknown][]
let answer: () => Promise<Response>

beforeEach(() => {
  sent = []
  answer = async () => Response.json({ status: true, data: outcome })
  kept.clear()
  $user.set({ id: 5 } as never)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)])
    return answer()
  })
})
afterEach(() => void vi.useRealTimers())

const onDevice = () => [...kept].map(([key, value]) => [JSON.parse(key) as unknown, value])

const given = { question_id: 340, review: 2, option: 1361, took_ms: 900 }
const graded = { question_id: 340, review: 2, grade: 'easy' }

it('sends what an older version of these pages left on this device, for its learner alone', async () => {
  kept.set('[5,1000,340,"answer"]', { kind: 'answer', ...given })
  kept.set('[5,2000,340,"grade"]', { kind: 'grade', ...graded })
  kept.set('[6,1500,340,"answer"]', { kind: 'answer', ...given, option: 'skip' })
  const fates: unknown[] = []
  await answerOutbox(({ kind }, fate, late) => fates.push([kind, fate, late])).resume()
  expect(sent).toEqual([
    ['/api/v1/user/practice/answer', given],
    ['/api/v1/user/practice/grade', graded],
  ])
  expect(fates).toEqual(['answer', 'grade'].map((kind) => [kind, { is: 'sent', reply: outcome }, true]))
  expect(onDevice().map(([key]) => key)).toEqual([[6, 1500, 340, 'answer']])
})

it('keeps an answer where older and newer versions find it, until the server has it', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const fates: unknown[] = []
  const answers = answerOutbox((_, fate) => fates.push(fate))
  const what = { kind: 'answer', ...given } as const
  expect(await answers.add({ user: 5, at: 3000, what })).toBe(true)
  await vi.waitFor(() => expect(fates).toEqual([{ is: 'waiting', onDevice: true }]))
  expect(onDevice()).toEqual([[[5, 3000, 340, 'answer'], what]])
  answer = async () => Response.json({ status: true, data: outcome })
  await answers.wake()
  expect([sent.length, fates.length, onDevice()]).toEqual([2, 2, []])
})

it('tells answer and grade of a question apart, and one review from the next', async () => {
  const answers = answerOutbox(() => {})
  await answers.add({ user: 5, at: 0, what: { kind: 'answer', ...given } })
  await answers.wake()
  kept.set('[5,1000,340,"answer"]', { kind: 'answer', ...given })
  kept.set('[5,2000,340,"grade"]', { kind: 'grade', ...graded })
  kept.set('[5,3000,340,"answer"]', { kind: 'answer', ...given, review: 3 })
  await answers.resume()
  // The first is the one that was sent: it is on this device for another moment.
  expect(sent.map(([, body]) => body)).toEqual([given, graded, { ...given, review: 3 }])
})
