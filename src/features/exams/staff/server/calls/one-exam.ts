import { counted } from '#lib/both/text/format.ts'
import type { StaffContext } from '#core/context.ts'
import { logExport, logWork } from '#core/staff/staff-log.ts'
import { isVisible } from '#features/auth/staff/learner-fields.rules.ts'
import { contactFor } from '#features/auth/staff/server/contact.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { conflict, invalid, notFound } from '#lib/both/calls/errors.ts'
import { plainWords } from '#lib/server/text/html.ts'
import { examMinutes, totalMarks, twoDecimals } from '../../../exams.rules.ts'
import { FEWEST_CANDIDATES } from '../../../result/standing.rules.ts'
import type * as contracts from '../../exams.contract.ts'
import { itemStatisticsCsv } from '../item-statistics-csv.ts'
import { itemStatistics, type ExamStatistics, type ItemOfPaper } from '../item-statistics.ts'
import { rankCsvOf, rankList, type Ranked } from '../rank-list.ts'
import { sittingNow } from '../sitting-now.ts'
import { coursesOf, toldFacts } from './list-exams.ts'

/** Rows of a part of the file. */
const CSV_PART = 500

/** @throws notFound */
export async function getExam(
  ctx: StaffContext,
  { params: { id }, query }: InputOf<typeof contracts.getExam>,
): Promise<ReplyOf<typeof contracts.getExam>> {
  const { db } = ctx
  const exam = await db
    .selectFrom('exams')
    .leftJoin('papers', 'papers.id', 'exams.paper_id')
    .where('exams.id', '=', id)
    .select([
      'exams.title',
      'exams.exam_type_id',
      'exams.minutes',
      'exams.attempts_allowed',
      'exams.opens_at',
      'exams.closes_at',
      'exams.retired',
      'papers.question_count',
    ])
    .executeTakeFirst()
  if (!exam) throw notFound('There is no such exam.')
  const found = await itemStatistics(ctx, { examId: id, paperId: query.paper })
  const { counts } = await sittingNow(ctx, { examId: id, limit: 1 })
  return {
    id,
    title: exam.title,
    ...toldFacts(exam),
    courses: (await coursesOf(db, [id])).get(id) ?? [],
    questions: exam.question_count ?? 0,
    minutes: examMinutes(exam.minutes),
    attempts_allowed: exam.attempts_allowed,
    total_marks: totalMarks(found.paper.question_count, found.paper),
    ...paperFacts(found),
    papers: found.papers.map(({ id: paper, created_at, question_count, candidates }) => ({
      id: paper,
      created_at,
      questions: question_count,
      candidates,
    })),
    counts,
    statistics: statisticsOf(found),
  }
}

function paperFacts(found: ExamStatistics) {
  const candidates = found.is === 'known' ? found.statistics.candidates : found.candidates
  return { paper_id: found.paper.id, candidates, least: FEWEST_CANDIDATES }
}

/** Of a number with decimals that none but the first two say anything. */
const rounded = (value: number) => Math.round(value * 100) / 100 + 0

function statisticsOf(found: ExamStatistics): contracts.ExamOfStaff['statistics'] {
  if (found.is === 'too few') return null
  const { mean, median, deviation, alpha, bins } = found.statistics
  const inMarks = (units: number) => rounded(units / found.paper.units_per_mark)
  return {
    mean: inMarks(mean),
    median: inMarks(median),
    deviation: inMarks(deviation),
    alpha: alpha === null ? null : rounded(alpha),
    bins: bins.map(({ from, to, candidates }) => ({
      from: from === null ? null : inMarks(from),
      to: inMarks(to),
      candidates,
    })),
  }
}

/** @throws notFound, invalid after */
export async function listSitting(
  ctx: StaffContext,
  { params: { id: examId }, query: { after } }: InputOf<typeof contracts.listSitting>,
): Promise<ReplyOf<typeof contracts.listSitting>> {
  const { now, counts, rows, next } = await sittingNow(ctx, { examId, after })
  const paper = await ctx.db
    .selectFrom('exams')
    .innerJoin('papers', 'papers.id', 'exams.paper_id')
    .where('exams.id', '=', examId)
    .select('papers.question_count')
    .executeTakeFirst()
  return {
    now,
    counts,
    questions: paper?.question_count ?? 0,
    data: rows.map(({ name, country_code, phone, ...row }) => ({
      ...row,
      learner: learnerFor(ctx, { name, country_code, phone }),
    })),
    next: next ?? null,
  }
}

const seesLearners = ({ staff }: StaffContext) => isVisible('name', staff.roles)

function learnerFor<Learner extends { phone: string }>(ctx: StaffContext, learner: Learner): Learner | null {
  return seesLearners(ctx) ? contactFor(learner, ctx.staff.roles) : null
}

/** @throws notFound, invalid after, sort by name of those who may not see names */
export async function listRanks(
  ctx: StaffContext,
  { params: { id: examId }, query: { sort, paper: paperId, after } }: InputOf<typeof contracts.listRanks>,
): Promise<ReplyOf<typeof contracts.listRanks>> {
  // Where a page ends is told by a name.
  if (sort === 'name' && !seesLearners(ctx)) throw invalid({ sort: 'You may not see names' })
  const { paper, rows, next } = await rankList(ctx, { examId, paperId, sort, after })
  return {
    paper_id: paper.id,
    candidates: paper.candidates,
    least: FEWEST_CANDIDATES,
    total_marks: totalMarks(paper.question_count, paper),
    data: rows.map((row) => rankRow(ctx, row)),
    next: next ?? null,
  }
}

function rankRow(ctx: StaffContext, { name, country_code, phone, score, ...row }: Ranked): contracts.RankRow {
  return { ...row, marks: score, learner: learnerFor(ctx, { name, country_code, phone }) }
}

/** @throws notFound, invalid after */
export async function exportRanks(
  { db, work }: StaffContext,
  { params: { id: examId }, query: { sort, paper: paperId, after } }: InputOf<typeof contracts.exportRanks>,
): Promise<ReplyOf<typeof contracts.exportRanks>> {
  const { paper, rows, next } = await rankList({ db }, { examId, paperId, sort, after, limit: CSV_PART })
  const filter = { sort, paper: paper.id, after }
  const act = { action: 'exam ranks exported', subject: `exam ${examId}`, query: filter }
  const { isFirst } = await logExport({ db, work }, act)
  return { csv: rankCsvOf(rows, isFirst), next: next ?? null }
}

/** @throws notFound */
export async function listItems(
  ctx: StaffContext,
  { params: { id: examId }, query: { paper: paperId } }: InputOf<typeof contracts.listItems>,
): Promise<ReplyOf<typeof contracts.listItems>> {
  const found = await itemStatistics(ctx, { examId, paperId })
  const data = found.is === 'known' ? found.items.map((item) => toldItem(item, found.statistics.candidates)) : null
  return { ...paperFacts(found), data }
}

function toldItem(item: ItemOfPaper, candidates: number): contracts.ExamItem {
  const percent = (part: number) => twoDecimals(part * 100, candidates)
  return {
    number: item.number,
    section: item.section,
    text: plainWords(item.content),
    content: item.content,
    right: percent(item.right),
    wrong: percent(item.wrong),
    left: percent(item.left),
    correlation: item.correlation === null ? null : rounded(item.correlation),
    discrimination: rounded(item.discrimination),
    median_ms: item.median_ms === null ? null : Math.round(item.median_ms),
    options: item.options.map(({ content, right, chosen }) => ({
      text: plainWords(content),
      content,
      key: right,
      chosen: percent(chosen),
    })),
  }
}

/** @throws notFound; conflict while too few have finished */
export async function exportItems(
  ctx: StaffContext,
  { params: { id: examId }, query: { paper: paperId } }: InputOf<typeof contracts.exportItems>,
): Promise<ReplyOf<typeof contracts.exportItems>> {
  const found = await itemStatistics(ctx, { examId, paperId })
  if (found.is === 'too few')
    throw conflict(
      `Statistics are shown once ${counted(found.least, 'candidate')} ${found.least === 1 ? 'has' : 'have'} finished.`,
      'conflict',
    )
  const entry = { action: 'exam questions exported', subject: `exam ${examId}`, after: { paper: found.paper.id } }
  await ctx.db.transaction().execute((tx) => logWork(tx, ctx.work(), entry))
  return { csv: itemStatisticsCsv(found), next: null }
}
