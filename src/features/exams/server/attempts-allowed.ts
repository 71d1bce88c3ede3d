import { sql, type Expression, type RawBuilder } from 'kysely'

/**
 * Attempts of an exam that a learner may make: what it allows everybody, and what staff have given this one beyond that
 * (docs/decisions/0075-exam-statistics-for-staff.md). For statements that read `exams`.
 */
export function attemptsAllowed(userId: number | Expression<number>): RawBuilder<number> {
  return sql<number>`exams.attempts_allowed + coalesce((select extra_attempts.attempts from extra_attempts
    where extra_attempts.user_id = ${userId} and extra_attempts.exam_id = exams.id), 0)`
}
