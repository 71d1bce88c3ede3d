import { expect, test } from 'vitest'
import { freshDatabase } from '../../tests/support/api/database.ts'
import { seedLearners } from '../../tests/support/scenes/learners.ts'
import { loggedError, withoutControls } from './log.ts'

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

test.each(['\u007f', '\u0085', '\u009b31m', '\u2028', '\u2029', '\u200f', '\u202e', '\u2066'])(
  'a line of the log says %j, which a terminal or a reader of lines may obey, by its number',
  (sign) => {
    const line = JSON.stringify({ msg: `a${sign}b` })
    const written = withoutControls(line)
    expect(written).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(written)).toEqual(JSON.parse(line))
  },
)

test('and letters of all languages as they are', () => {
  const line = JSON.stringify({ msg: 'പടവ് – é 😀' })
  expect(withoutControls(line)).toBe(line)
})

test('an error is logged as far as it can be read', () => {
  const { message, stack } = loggedError(new Error('x'.repeat(100_000))) as { message: string; stack: string }
  expect(message.length + stack.length).toBeLessThan(4000)
  expect(stack).toMatch(/^Error: x+/)
})
