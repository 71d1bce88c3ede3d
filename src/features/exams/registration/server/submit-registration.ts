import { sql } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { conflict, invalid, type FieldErrors } from '#lib/both/calls/errors.ts'
import { parsePhone, phoneProblemMessages } from '#lib/both/text/phone-number.ts'
import type { RegistrationField, submitRegistrationForm as contract } from '../registration.contract.ts'
import { examPhase } from '../../exams.rules.ts'
import { checkRegistration } from '../registration.rules.ts'
import { registrationExam } from './registration-exam.ts'

type Body = InputOf<typeof contract>['body']

const done = { status: true, success: true, message: 'You are registered for the exam.' }

/**
 * Registers the learner for an exam (document 1, section 5, 'Exam registration'). Sending the form again replaces what was
 * given, until the first attempt has started. Only the fields that the exam asks for are kept.
 * @throws notFound
 * @throws invalid the fields
 * @throws conflict ended, registration_not_needed, already_started
 */
export async function submitRegistrationForm(ctx: LearnerContext, { body }: { body: Body }) {
  const now = ctx.now()
  const exam = await registrationExam(ctx, body.exam_id)
  if (exam.asked.length === 0) throw conflict('This exam needs no registration.', 'registration_not_needed')
  const { phone, error } = readPhone(body.phone_number ?? '')
  const given = { ...body, phone_number: phone }
  const errors = {
    ...(await unknownChoices(ctx, exam.asked, body)),
    ...checkRegistration(exam.asked, given, now),
    ...(error !== undefined && exam.asked.includes('phone_number') && { phone_number: error }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const answers = JSON.stringify(Object.fromEntries(exam.asked.map((field) => [field, given[field]])))
  if (await alreadyGiven(ctx, exam.id, answers)) return done
  if (examPhase(exam.opens_at, exam.closes_at, now) === 'expired') throw conflict('The exam has ended.', 'ended')
  const stored = await ctx.db
    .insertInto('exam_registrations')
    .values({ user_id: ctx.user.id, exam_id: exam.id, answers, created_at: now })
    .onConflict((conflicting) =>
      conflicting
        .columns(['user_id', 'exam_id'])
        .doUpdateSet(({ ref }) => ({ answers: ref('excluded.answers') }))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('attempts')
                .where('attempts.user_id', '=', ctx.user.id)
                .where('attempts.exam_id', '=', exam.id)
                .select(sql.lit(1).as('one')),
            ),
          ),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  if (!stored)
    throw conflict('You have started this exam; its registration can no longer be changed.', 'already_started')
  return done
}

/**
 * Reads a phone number into its stored form: national digits; with the calling code if that is not India's. A text that is no
 * phone number is returned as it is, for document 1, section 5 asks for digits alone.
 */
function readPhone(typed: string): { phone: string; error?: string } {
  const parsed = parsePhone(typed)
  if (parsed.problem === undefined) return { phone: parsed.national ?? parsed.international }
  return parsed.problem === 'not_a_phone'
    ? { phone: typed }
    : { phone: typed, error: phoneProblemMessages[parsed.problem] }
}

async function alreadyGiven({ db, user }: LearnerContext, examId: number, answers: string): Promise<boolean> {
  const known = await db
    .selectFrom('exam_registrations')
    .where('user_id', '=', user.id)
    .where('exam_id', '=', examId)
    .select('answers')
    .executeTakeFirst()
  return known?.answers === answers
}

/** Choices of the form that are not on the lists. */
async function unknownChoices(ctx: LearnerContext, asked: RegistrationField[], body: Body): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  for (const [field, table, message] of [
    ['district_id', 'districts', 'Choose a district from the list'],
    ['exam_applied_district', 'districts', 'Choose a district from the list'],
    ['community_id', 'communities', 'Choose a community from the list'],
  ] as const) {
    const chosen = body[field]
    if (!asked.includes(field) || !chosen) continue
    const known = await ctx.db
      .selectFrom(table)
      .where('id', '=', chosen)
      .where('retired', '=', 0)
      .select('id')
      .executeTakeFirst()
    if (!known) errors[field] = message
  }
  return errors
}
