import { thisMachine } from '#core/clock/machine.ts'
import { siteTime } from '#core/clock/watch-clock.ts'
import { totalMarks, twoDecimals } from '#features/exams/exams.rules.ts'
import { TIE_BREAKS } from '#features/exams/result/standing.rules.ts'
import { finishedLately } from '#features/exams/staff/server/finished-lately.ts'
import { itemStatisticsCsv, keyOf } from '#features/exams/staff/server/item-statistics-csv.ts'
import { itemStatistics, type ExamStatistics } from '#features/exams/staff/server/item-statistics.ts'
import { rankList, rankListCsv } from '#features/exams/staff/server/rank-list.ts'
import { sittingNow } from '#features/exams/staff/server/sitting-now.ts'
import { counted, countedMarks, letterOf, marks } from '#lib/both/text/format.ts'
import { indianDateTime, SECOND } from '#lib/both/time/clock.ts'
import { plainText } from '#lib/server/text/html.ts'
import { UsageError } from '#lib/server/command-line.mjs'
import { wholeNumber, type Given, type StaffCommand, type StaffOption } from '../command.ts'
import { brief, columns, safe } from '../print.ts'

const args = ['EXAM_ID']
const after: StaffOption = { value: 'PLACE', about: 'the next page: what the page before names' }
const paper: StaffOption = { value: 'ID', about: 'another paper of the exam, where its questions have changed' }
const csv: StaffOption = { about: 'prints all of it as CSV, for spreadsheets' }

const examIn = ({ args: [id = ''] }: Given) => wholeNumber(id, 'EXAM_ID')
const idIn = ({ options }: Given, name: string) =>
  options[name] === undefined ? undefined : wholeNumber(options[name], `--${name}`)

const sitting: StaffCommand = {
  name: 'exam sitting',
  args,
  options: { finished: { about: 'lists who has finished instead, the latest first' }, after },
  summary: 'Shows who sits an exam now, those with the least time first, and how many have finished',
  run: async ({ db }, given) => {
    const query = { examId: examIn(given), after: given.options.after }
    if (given.options.finished !== undefined) return finishedLines(await finishedLately({ db }, query))
    const { counts, rows, next } = await sittingNow({ db, now: await siteTime(db, thisMachine) }, query)
    const listed = rows.map((row) => [
      ...whoIs(row),
      String(row.number),
      indianDateTime(row.started_at).slice(11),
      indianDateTime(row.deadline_at).slice(11),
      minutesOf(row.left_ms),
      String(row.answered),
      row.saved_at === null ? '-' : indianDateTime(row.saved_at).slice(11),
      row.connection,
      String(row.tabs),
      row.extra_minutes === 0 ? '' : `+${row.extra_minutes} min`,
    ])
    const headings = [
      'ATTEMPT',
      'LEARNER',
      'PHONE',
      'NO',
      'BEGAN',
      'ENDS',
      'LEFT',
      'ANSWERS',
      'LAST SAVED',
      '',
      'TABS',
      '',
    ]
    return [
      `${counts.sitting} sit it, ${counts.waiting} have it back and have not continued, ${counts.ending} are about to be scored; ` +
        `${counts.finished_by_learner} were submitted, ${counts.finished_by_deadline} ended with their time`,
      ...(rows.length > 0 ? ['', columns(headings, listed)] : []),
      ...nextLine(next),
    ].join('\n')
  },
}

function finishedLines({ rows, next }: Awaited<ReturnType<typeof finishedLately>>): string {
  if (rows.length === 0) return 'Nobody has finished the exam'
  const listed = rows.map((row) => [
    ...whoIs(row),
    String(row.number),
    indianDateTime(row.ended_at),
    row.finished_by === 'learner' ? 'submitted' : 'time over',
    marks(row.score),
  ])
  const headings = ['ATTEMPT', 'LEARNER', 'PHONE', 'NO', 'ENDED', 'HOW', 'MARKS']
  return [columns(headings, listed), ...nextLine(next)].join('\n')
}

const sorts = ['rank', 'name', 'finish'] as const

const ranks: StaffCommand = {
  name: 'exam ranks',
  args,
  options: {
    sort: { value: 'ORDER', about: `${sorts.join(', ')}; default: rank` },
    course: { value: 'ID', about: 'only learners who have, or had, this course' },
    paper,
    after,
    csv,
  },
  summary: 'Shows the rank list of an exam, by first attempts',
  run: async ({ db }, given) => {
    const sort = sorts.find((one) => one === (given.options.sort ?? 'rank'))
    if (!sort) throw new UsageError(`--sort is one of ${sorts.join(', ')}, not '${safe(given.options.sort ?? '')}'`)
    const query = { examId: examIn(given), sort, courseId: idIn(given, 'course'), paperId: idIn(given, 'paper') }
    if (given.options.csv !== undefined) return (await Array.fromAsync(rankListCsv({ db }, query))).join('').trimEnd()
    const found = await rankList({ db }, { ...query, after: given.options.after })
    const listed = found.rows.map((row) => [
      String(row.rank),
      ...whoIs(row).slice(1),
      marks(row.score),
      String(row.right),
      String(row.wrong),
      String(row.left),
      minutesOf(row.took_ms),
      indianDateTime(row.ended_at),
    ])
    const headings = ['RANK', 'LEARNER', 'PHONE', 'MARKS', 'RIGHT', 'WRONG', 'LEFT', 'TIME', 'FINISHED']
    return [
      `${safe(found.exam.title)}: ${counted(found.paper.candidates, 'candidate')}`,
      ...paperLines(found),
      ...(listed.length > 0 ? ['', columns(headings, listed), '', TIE_BREAKS] : []),
      ...nextLine(found.next),
    ].join('\n')
  },
}

const items: StaffCommand = {
  name: 'exam items',
  args,
  options: { paper, csv },
  summary: 'Shows how the questions of an exam did, by first attempts: shares, correlation, discrimination, options',
  run: async (ctx, given) => {
    const now = await siteTime(ctx.db, thisMachine)
    const found = await itemStatistics({ ...ctx, now }, { examId: examIn(given), paperId: idIn(given, 'paper') })
    if (found.is === 'too few')
      return `Too few: ${counted(found.candidates, 'candidate')}; statistics are shown from ${found.least} on`
    return given.options.csv === undefined ? itemLines(found) : itemStatisticsCsv(found).trimEnd()
  },
}

function itemLines(found: Extract<ExamStatistics, { is: 'known' }>): string {
  const { statistics, paper: of } = found
  const { candidates, mean, deviation, median, alpha, bins } = statistics
  const inMarks = (units: number) => marks(units / of.units_per_mark)
  const percent = (part: number) => marks(twoDecimals(part * 100, candidates))
  const listed = found.items.map((item) => [
    String(item.number),
    brief(plainText(item.content), 40),
    keyOf(item.options),
    percent(item.right),
    percent(item.wrong),
    percent(item.left),
    item.correlation === null ? '-' : item.correlation.toFixed(2),
    item.discrimination.toFixed(2),
    item.median_ms === null ? '-' : String(Math.round(item.median_ms / SECOND)),
    item.options.map(({ chosen }, place) => `${letterOf(place)} ${percent(chosen)}`).join('  '),
  ])
  const headings = ['NO', 'QUESTION', 'KEY', 'RIGHT %', 'WRONG %', 'LEFT %', 'R REST', 'D', 'MEDIAN S', 'CHOSEN %']
  const ends = bins.map(({ from, to, candidates: in_ }) => [
    from === null ? `below ${inMarks(to)}` : `${inMarks(from)} to ${inMarks(to)}`,
    String(in_),
  ])
  return [
    `${safe(found.exam.title)}: ${counted(candidates, 'candidate')}, of ${countedMarks(totalMarks(of.question_count, of))} ` +
      `mean ${inMarks(mean)}, deviation ${inMarks(deviation)}, median ${inMarks(median)}, alpha ${alpha === null ? '-' : alpha.toFixed(2)}`,
    ...paperLines(found),
    '',
    columns(['MARKS', 'CANDIDATES'], ends),
    '',
    columns(headings, listed),
    '',
    'R REST: correlation with the marks of the rest. D: right among the best 27 % less right among the last 27 %',
  ].join('\n')
}

/** What to know where an exam has several papers. */
function paperLines({ paper: shown, papers }: Pick<ExamStatistics, 'paper' | 'papers'>): string[] {
  const others = papers.filter(({ id, candidates }) => id !== shown.id && candidates > 0)
  if (others.length === 0) return []
  const named = others.map(({ id, candidates }) => `${id} (${counted(candidates, 'candidate')})`)
  return [`This is paper ${shown.id}; the questions or marks have changed. Others: --paper ${named.join(', ')}`]
}

const nextLine = (next: string | undefined) => (next === undefined ? [] : ['', `Next: --after ${next}`])

interface Listed {
  attempt_id: number
  name: string | null
  country_code: string
  phone: string
}

const whoIs = ({ attempt_id, name, country_code, phone }: Listed) => [
  String(attempt_id),
  brief(name ?? 'Learner', 24),
  `+${country_code} ${phone}`,
]

/** `65:05`, minutes and seconds. */
function minutesOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export const examViews: StaffCommand[] = [sitting, ranks, items]
