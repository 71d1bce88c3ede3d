import { sql } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import type { Endpoint, InputOf } from '#lib/both/calls/endpoint.ts'
import { pagedReply } from '#lib/both/calls/paging.ts'
import {
  listAuthMockExams as authContract,
  listMockExams as contract,
  type ExamListItem,
} from '../exam-list.contract.ts'
import { examMinutes, isoDates, MOCK_TEST } from '../../exams.rules.ts'
import { fieldsAsked } from '../../registration/server/fields-asked.ts'
import { attemptsAllowed } from '../../server/attempts-allowed.ts'

type Input = Pick<InputOf<typeof contract>, 'query' | 'body'>

/** General exams: all, open or ended, with this learner's attempts (document 2, section 2, 'General exams'). */
export async function listMockExams(ctx: LearnerContext, input: Input) {
  return list(ctx, asked(input), contract)
}

/** The same list at the address that the Expired tab uses (document 2, section 7). */
export async function listAuthMockExams(ctx: LearnerContext, input: Input) {
  return list(ctx, asked(input), authContract)
}

function asked({ query, body }: Input): Input['body'] {
  return {
    status: query.status ?? body.status,
    current_page: query.current_page ?? body.current_page,
    per_page: query.per_page ?? body.per_page,
  }
}

/** Open exams by closing time, then those to come by opening time, then the ended, latest first. Two statements. */
async function list(ctx: LearnerContext, query: Input['body'], endpoint: Pick<Endpoint, 'service' | 'path'>) {
  const { status, current_page, per_page } = query
  const now = ctx.now()
  const instant = sql<number>`cast(${now} as bigint)`
  let exams = ctx.db
    .selectFrom('exams')
    .innerJoin('papers', 'papers.id', 'exams.paper_id')
    .where('exams.exam_type_id', '=', MOCK_TEST)
    .where('exams.retired', '=', 0)
  if (status === 'active') exams = exams.where('exams.opens_at', '<=', now).where('exams.closes_at', '>', now)
  if (status === 'expired') exams = exams.where('exams.closes_at', '<=', now)
  const [{ total }, rows] = await Promise.all([
    exams.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    exams
      .leftJoin(
        (eb) =>
          eb
            .selectFrom('attempts')
            .where('attempts.user_id', '=', ctx.user.id)
            .groupBy('attempts.exam_id')
            .select(({ fn, eb: each }) => [
              'attempts.exam_id',
              fn.countAll<number>().as('attempts'),
              fn
                .sum<number>(
                  each
                    .case()
                    .when(each.and([each('status', '=', 'open'), each('deadline_at', '>', instant)]))
                    .then(sql.lit(1))
                    .else(sql.lit(0))
                    .end(),
                )
                .as('under_way'),
            ])
            .as('mine'),
        (join) => join.onRef('mine.exam_id', '=', 'exams.id'),
      )
      .select([
        'exams.id',
        'exams.title',
        'exams.minutes',
        'papers.question_count',
        'exams.category_title',
        'exams.opens_at',
        'exams.closes_at',
        attemptsAllowed(ctx.user.id).as('attempts_allowed'),
        'exams.registration_fields',
        'mine.attempts',
        'mine.under_way',
      ])
      .orderBy(({ eb }) =>
        eb
          .case()
          .when('exams.closes_at', '<=', instant)
          .then(sql.lit(2))
          .when('exams.opens_at', '>', instant)
          .then(sql.lit(1))
          .else(sql.lit(0))
          .end(),
      )
      .orderBy(({ eb }) =>
        eb
          .case()
          .when('exams.closes_at', '<=', instant)
          .then(sql<number>`-${sql.ref('exams.closes_at')}`)
          .when('exams.opens_at', '>', instant)
          .then(eb.ref('exams.opens_at'))
          .else(eb.ref('exams.closes_at'))
          .end(),
      )
      .orderBy('exams.position')
      .orderBy('exams.id')
      .limit(per_page)
      .offset((current_page - 1) * per_page)
      .execute(),
  ])
  const items = rows.map((row): ExamListItem => {
    const underWay = row.under_way ?? 0
    return {
      id: row.id,
      title: row.title,
      duration: examMinutes(row.minutes),
      question_count: row.question_count,
      category: row.category_title,
      start_date: Math.floor(row.opens_at / 1000),
      end_date: Math.floor(row.closes_at / 1000),
      ...isoDates(row),
      attempt: row.attempts_allowed,
      exams_completed: (row.attempts ?? 0) - underWay,
      in_progress: underWay > 0,
      is_reg_needed: fieldsAsked(row.registration_fields).length > 0 ? 'Y' : 'N',
    }
  })
  return { status: true, server_time: now, exams: pagedReply(endpoint, { query }, items, total) }
}
