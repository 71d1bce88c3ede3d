import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import { hashToken } from '#features/auth/server/sessions.ts'
import { DAY } from '#lib/both/time/clock.ts'

/** A signed-in learner: who it is, and the token that only its browser knows. */
export interface SeededLearner {
  id: number
  token: string
  name: string
  email: string
}

/** Rows of one insert: PostgreSQL takes 65,535 values in a statement, SQLite half as many. */
const ROWS = 500

/** Stores learners with a completed profile and a session each, in a few statements however many they are. */
export async function seedLearners(db: Kysely<Database>, count: number, now = Date.now()): Promise<SeededLearner[]> {
  const learners: SeededLearner[] = []
  const { known } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('known'))
    .executeTakeFirstOrThrow()
  while (learners.length < count) {
    const names = Array.from(
      { length: Math.min(ROWS, count - learners.length) },
      (_, index) => known + learners.length + index,
    )
    const users = await db
      .insertInto('users')
      .values(
        names.map((number) => ({
          country_code: '91',
          phone: String(7_000_000_000 + number),
          name: `Candidate ${number}`,
          email: `candidate${number}@example.com`,
          registration_completed: 1,
          verified_at: now,
          last_logged_on: now,
          created_at: now,
        })),
      )
      .returning(['id', 'name', 'email'])
      .execute()
    const made = users.map(({ id, name, email }) => ({
      id,
      name: name!,
      email: email!,
      token: randomBytes(32).toString('base64url'),
    }))
    await db
      .insertInto('sessions')
      .values(
        made.map(({ id, token }) => ({
          user_id: id,
          token_hash: hashToken(token),
          device: 'web',
          user_agent: '',
          created_at: now,
          expires_at: now + DAY,
          revoked_at: null,
        })),
      )
      .execute()
    learners.push(...made)
  }
  return learners
}
