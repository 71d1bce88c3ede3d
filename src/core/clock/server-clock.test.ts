import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApi } from '#http/app.ts'
import { readConfig } from '#core/config.ts'
import type { Services } from '#core/context.ts'
import { openServices } from '#http/services.ts'
import { createSession } from '#features/auth/server/sessions.ts'
import { ALWAYS_OPEN, NEVER } from '#features/exams/exams.rules.ts'
import { sweepOverdue } from '#features/exams/server/sweep.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { registry } from '../metrics/metrics.ts'
import { callsThrough } from '../../../tests/support/api/calls.ts'
import { candidateOf } from '../../../tests/support/scenes/candidate.ts'
import { freshDatabase, type FreshDatabase } from '../../../tests/support/api/database.ts'
import { seedExam } from '../../../tests/support/scenes/exam-fixture.ts'
import { thisMachine } from './machine.ts'

let database: FreshDatabase
let services: Services | undefined
/** What somebody has set the machine's clock on by. */
let shift = 0
const machine = { ...thisMachine, wall: () => Date.now() + shift }

beforeEach(async () => {
  shift = 0
  database = await freshDatabase()
})
afterEach(async () => {
  await services?.close()
  await database.close()
})

/** The server's own services, as `npm start` opens them. */
async function serve(): Promise<Services> {
  const { dataDir: DATA_DIR, databaseUrl } = database
  const settings = { DATA_DIR, CONTENT: 'none', LOG_LEVEL: 'silent', ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  services = await openServices(readConfig(settings), undefined, machine)
  return services
}

const watched = (seconds: number) =>
  vi.waitFor(
    async () => {
      const told = (await registry.getSingleMetric('padavu_clock_ahead_seconds')!.get()).values[0]!.value
      expect(Math.round(told)).toBe(seconds)
    },
    { timeout: 10_000, interval: 100 },
  )

test('exams go on although the clock of their server is set on by three hours, also when it is started anew meanwhile', async () => {
  const exam = await seedExam(database.db, { opensAt: ALWAYS_OPEN, closesAt: NEVER })
  const user = await database.db
    .insertInto('users')
    .values({ country_code: '91', phone: '9100000001', registration_completed: 1, created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = await createSession(database.db, { userId: user.id, device: 'web', userAgent: 'test', now: Date.now() })
  const candidate = async () => {
    const app = createApi(services!)
    return candidateOf({ call: callsThrough(async (target, init) => app.request(target, init)) }, exam, token)
  }
  await serve()
  const started = (await (await candidate()).start()).body.data.open_attempt!
  const [first, second, third] = exam.questions

  shift = 3 * HOUR
  expect((await (await candidate()).answer(first!, first!.right)).status).toBe(200)
  await watched(3 * 3600)
  expect(await sweepOverdue(services!)).toBe(0)

  await services!.close()
  await serve()
  expect((await (await candidate()).answer(second!, second!.right)).status).toBe(200)
  expect(await sweepOverdue(services!)).toBe(0)

  shift = 0
  await watched(0)
  const receipt = (await (await candidate()).answer(third!, third!.right)).body
  expect(receipt.deadline_at).toBe(started.deadline_at)
  expect(Math.abs(receipt.server_time - Date.now())).toBeLessThan(2000)
  await (await candidate()).submit()
  expect((await (await candidate()).result(started.id)).body.data).toMatchObject({
    correct_answer_count: 3,
    finished_by: 'learner',
  })
})
