import { expect, test } from 'vitest'
import { freshDatabase } from '../../tests/support/database.ts'
import { seedLearners } from '../../tests/support/learners.ts'
import { loggedError } from './log.ts'

test("the log says what the database refused, and nothing of the learner's row", async () => {
  const { db, close } = await freshDatabase()
  try {
    await seedLearners(db, 1)
    const { country_code, phone } = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    const again = db.insertInto('users').values({ country_code, phone, registration_completed: 0, created_at: 1 })
    const refusal = await again.execute().catch((error: Error) => error)
    const logged = JSON.stringify(loggedError(refusal as Error))
    expect(logged).toMatch(/unique/i)
    expect(logged).not.toContain(phone)
  } finally {
    await close()
  }
})
