import type { LearnerContext } from '#core/context.ts'
import { examAndAttempts } from '../../server/exam-and-attempts.ts'

/**
 * What registering for an exam needs to know of it.
 * @throws notFound
 * @throws forbidden not_entitled
 */
export async function registrationExam(ctx: LearnerContext, examId: number) {
  const { id, registrationFields, opens_at, closes_at } = (await examAndAttempts(ctx, examId)).exam
  return { id, asked: registrationFields, opens_at, closes_at }
}
