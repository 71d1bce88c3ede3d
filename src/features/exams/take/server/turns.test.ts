import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GroupCommit } from '#db/statements/group-commit.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { callsThrough } from '../../../../../tests/support/api/calls.ts'
import { appOf } from '../../../../../tests/support/api/composed.ts'
import { candidateOf, newCandidate, type Candidate } from '../../../../../tests/support/scenes/candidate.ts'
import { seedExam, type SeededExam } from '../../../../../tests/support/scenes/exam-fixture.ts'

const HALL = 100

let api: TestApi
let exam: SeededExam
/** Starts and submits that have their turn at once. */
let places: number

beforeEach(async () => {
  api = await testApi()
  exam = await seedExam(api.services.db)
  places = api.services.engine === 'sqlite' ? 32 : 16
})

afterEach(async () => {
  vi.useRealTimers()
  await api.close()
})

async function candidates(count: number): Promise<Candidate[]> {
  const made: Candidate[] = []
  while (made.length < count) made.push(await newCandidate(api, exam))
  return made
}

/**
 * Lets a hall start while nothing is stored, as when the disk or the database is slow, until as many are held up as have their
 * turn; what is stored from then on is stored.
 * @returns the starts, what those store who are held up, and what lets one or all of them through
 */
async function heldUp(hall: Candidate[]) {
  const { groupCommit } = api.services
  const ways: (() => void)[] = []
  const { promise: full, resolve: fill } = Promise.withResolvers<void>()
  const held: Promise<unknown>[] = []
  const hold: GroupCommit = (write, statements) => {
    const { promise: through, resolve } = Promise.withResolvers<void>()
    ways.push(resolve)
    const stored = through.then(() => groupCommit(write, statements))
    if (held.push(stored) === places) fill()
    return stored
  }
  api.services.groupCommit = hold
  const starts = hall.map(({ start }) => start())
  await full
  api.services.groupCommit = groupCommit
  const letOneThrough = () => ways.shift()!()
  const letThrough = () => ways.splice(0).forEach((open) => open())
  return { starts, held, letOneThrough, letThrough }
}

test('while a hall waits to start, answers are saved at once, and who hands in goes before those who still wait', async () => {
  const sitting = await candidates(3)
  for (const { start } of sitting) expect((await start()).status).toBe(200)
  const [saving, submitting, submitted] = sitting as [Candidate, Candidate, Candidate]
  // What it needs is compiled with the first.
  await submitted.submit()
  const { starts, held, letOneThrough, letThrough } = await heldUp(await candidates(HALL))
  const [question] = exam.questions
  const submit = submitting.submit()
  // It came before the answer, and both go the same way until the one waits for its turn and the other is saved.
  expect((await saving.answer(question!, question!.right)).status).toBe(200)

  const { groupCommit } = api.services
  const stored: ('start' | 'submit')[] = []
  api.services.groupCommit = (write, statements) => {
    stored.push(statements === 'several' ? 'submit' : 'start')
    return groupCommit(write, statements)
  }
  // One place becomes free: of all who wait the submit has it.
  letOneThrough()
  expect((await submit).status).toBe(200)
  expect(stored[0]).toBe('submit')
  expect(held).toHaveLength(places)
  letThrough()
  for (const { status } of await Promise.all(starts)) expect(status).toBe(200)
})

test('who has been told that it takes too long has no attempt that began later', async () => {
  const tokens: string[] = []
  while (tokens.length <= HALL) tokens.push((await api.learner()).token)
  // What watches over replies begins with the app.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const app = appOf(api.services)
  const call = callsThrough(async (path, init) => app.request(path, init))
  const [last, ...hall] = tokens.map((token) => candidateOf({ call }, exam, token))
  const { starts, held, letThrough } = await heldUp(hall)
  vi.advanceTimersByTime(MINUTE)
  for (const { status } of await Promise.all(starts)) expect(status).toBe(503)
  vi.useRealTimers()
  letThrough()
  await Promise.all(held)
  // Its turn is after those of all others.
  expect((await last!.start()).status).toBe(200)
  const { rows } = await api.services.db
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  expect(rows).toBe(places + 1)
})
