import type { Logger } from 'pino'
import type { Config } from '#core/config.ts'
import type { Services } from '#core/context.ts'
import type { Pack } from '#content/pack.ts'
import type { UserRow } from '#features/auth/auth.tables.ts'
import { createSession } from '#features/auth/server/sessions.ts'
import type { CodeMessage } from '#providers/codes/code-sender.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import { callsThrough, type Call, type StaffCaller } from './calls.ts'
import { composed } from './composed.ts'
import { freshDatabase, type FreshDatabase } from './database.ts'
import { checkDocumented } from './documented.ts'
import type { FakePayments } from '../outside/fake-payments.ts'
import type { FakePush } from '../outside/fake-push.ts'
import { addMember, loggedIn } from '../scenes/staff-callers.ts'
import { TEST_START } from '../test-start.ts'

export { TEST_START }

export interface TestLearner {
  user: UserRow
  token: string
}

/** Somebody of the staff, as a caller. */
export interface TestStaff extends StaffCaller {
  id: number
  name: string
  phone: string
  token: string
}

export interface TestApi {
  services: Services
  database: FreshDatabase
  clock: { now: () => number; advance: (ms: number) => void; set: (instant: number) => void }
  /** Every code that was sent, oldest first. */
  codes: CodeMessage[]
  payments: FakePayments
  push: FakePush
  /** One call, by its contract. */
  call: Call
  /** Any request; `path` from the server's root. */
  request: (path: string, init?: RequestInit) => Promise<Response>
  /** A learner who has logged in, with a phone nobody else has. */
  learner: (
    given?: Partial<Pick<UserRow, 'name' | 'email' | 'phone' | 'country_code' | 'birthday'>> & { registered?: boolean },
  ) => Promise<TestLearner>
  /** Somebody of the staff who has logged in, with a phone nobody else has. */
  staff: (...roles: StaffRole[]) => Promise<TestStaff>
  /** Imports the demo's content, unless it is there already. */
  importDemo: () => Promise<void>
  close: () => Promise<void>
}

/** The demo's content as read at an instant. */
const packs = new Map<number, Promise<Pack>>()

/** The composed API in this process, on a fresh database, with a clock of the test's own and a silent log if none is given. */
export async function testApi(settings: Partial<Record<keyof Config, string>> = {}, log?: Logger): Promise<TestApi> {
  const database = await freshDatabase()
  const { db } = database
  let instant = TEST_START
  const now = () => instant
  const { services, app, codes, payments, push } = composed(database, now, settings, log)

  const request = async (target: string, init?: RequestInit) => {
    const response = await app.request(target, init)
    await checkDocumented(target, init, response)
    return response
  }
  let learners = 0
  let team = 0
  return {
    services,
    database,
    clock: {
      now,
      advance: (ms) => (instant += ms),
      set: (given) => (instant = given),
    },
    codes,
    payments,
    push,
    request,
    call: callsThrough(request),
    learner: async ({ registered = true, ...given } = {}) => {
      learners += 1
      const user = await db
        .insertInto('users')
        .values({
          country_code: '91',
          phone: String(9_100_000_000 + learners),
          name: registered ? `Learner ${learners}` : null,
          email: registered ? `learner${learners}@example.org` : null,
          registration_completed: registered ? 1 : 0,
          verified_at: now(),
          created_at: now(),
          ...given,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      const token = await createSession(db, { userId: user.id, device: 'web', userAgent: 'test', now: now() })
      return { user, token }
    },
    staff: async (...roles) => {
      team += 1
      const phone = String(9_000_100_000 + team)
      const name = `${roles.join(' and ')} ${team}`
      const id = await addMember(db, { name, phone, roles, now: now() })
      return { id, name, phone, ...(await loggedIn(db, id, now())) }
    },
    importDemo: async () => {
      // Loaded when asked for: most tests need no Markdown.
      const [{ importOnFirstStart }, { readPack }] = await Promise.all([
        import('#content/first-start.ts'),
        import('#content/read/read-pack.ts'),
      ])
      const demo = { ...services, config: { ...services.config, CONTENT: 'src/content/demo' } }
      // Read once for all tests of a process: to check and render it takes longer than to import it.
      await importOnFirstStart(demo, (folder, at) => {
        if (!packs.has(at)) packs.set(at, readPack(folder, at))
        return packs.get(at)!
      })
    },
    close: database.close,
  }
}
