import { acceptClock, siteTime } from '#core/clock/watch-clock.ts'
import { thisMachine } from '#core/clock/machine.ts'
import { endedByClock, giveBack, timeLeft, type EndedByClock, type Lost } from '#features/exams/server/give-back.ts'
import { sendNotification } from '#features/notifications/server/send-notification.ts'
import { takeInAgain } from '#features/practice/server/intake/take-in-again.ts'
import { indianDateTime, SECOND } from '#lib/both/time/clock.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { paths } from '#lib/both/paths.ts'
import { UsageError } from '#lib/server/command-line.mjs'
import { instantTyped, wholeNumber, type StaffCommand, type StaffContext } from '../command.ts'
import { brief, columns, safe } from '../print.ts'

/** Steps that are listed, the latest. */
const LISTED = 20

const causes = {
  postgres: 'PostgreSQL had the new time',
  quiet: 'nobody was in an exam',
  accepted: 'staff accepted it',
  away: 'no server ran',
}

const showClock: StaffCommand = {
  name: 'clock show',
  args: [],
  options: {},
  summary: "Compares this machine's clock with the site's time, and lists times that passed for nobody in an exam",
  run: async ({ db }) => {
    const now = (await siteTime(db, thisMachine))()
    const ahead = Math.round((thisMachine.wall() - now) / SECOND)
    const agrees = Math.abs(ahead) <= 2
    const steps = await db.selectFrom('clock_steps').selectAll().orderBy('id', 'desc').limit(LISTED).execute()
    const rows = await Promise.all(
      steps.map(async ({ id, before_at: from, after_at: to, cause }) => [
        String(id),
        indianDateTime(from),
        indianDateTime(to),
        causes[cause],
        String((await endedByClock(db, { from, to })).length),
      ]),
    )
    return [
      agrees
        ? `It is ${indianDateTime(now)} in India, and this machine's clock agrees`
        : `The site goes by ${indianDateTime(now)} (India); this machine's clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead' : 'behind'}. ` +
          'Set it right, or, if it is: npm run staff -- clock accept',
      ...(rows.length > 0 ? ['', columns(['STEP', 'FROM', 'TO', 'WHY', 'EXAMS ENDED'], rows)] : []),
    ].join('\n')
  },
}

const accept: StaffCommand = {
  name: 'clock accept',
  args: [],
  options: {},
  summary: "Lets the site go by this machine's clock after a jump; exams that are then past their end time are closed",
  run: async ({ db }) => {
    const ahead = thisMachine.wall() - (await siteTime(db, thisMachine))()
    if (Math.abs(ahead) <= 2 * SECOND) return "This machine's clock and the site's time agree already"
    await acceptClock(db, thisMachine)
    return (
      'The servers of this machine go by its clock within seconds. ' +
      "See 'clock show' for the exams that were ended by this"
    )
  },
}

const back: StaffCommand = {
  name: 'exam giveback',
  args: [],
  options: {
    step: { value: 'STEP', about: "the time that passed for nobody, as 'clock show' lists it" },
    from: { value: 'TIME', about: "or when the clock jumped, as 'YYYY-MM-DD HH:MM:SS' in Indian time" },
    to: { value: 'TIME', about: 'and what it jumped to' },
    attempt: { value: 'ID', about: 'only this attempt' },
    try: { about: 'lists them and changes nothing' },
  },
  summary: 'Gives exams that a wrong clock ended back to their learners, with the time that was left',
  run: async (ctx, { options }) => {
    const lost = await lostTime(ctx, options)
    const only = options.attempt === undefined ? undefined : wholeNumber(options.attempt, '--attempt')
    const ended = await endedByClock(ctx.db, lost, only)
    if (ended.length === 0) return 'The clock ended no exam in that time, or all have been given back'
    const now = await siteTime(ctx.db, thisMachine)
    const rows: string[][] = []
    for (const attempt of ended) {
      const outcome = options.try === undefined ? await giveBackAndTell(ctx, now, attempt, lost) : 'would be given back'
      rows.push([
        String(attempt.id),
        brief(attempt.name ?? 'Learner', 20),
        `+${attempt.country_code} ${attempt.phone}`,
        brief(attempt.title, 40),
        minutesOf(timeLeft(attempt, lost.from)),
        outcome,
      ])
    }
    return columns(['ATTEMPT', 'LEARNER', 'PHONE', 'EXAM', 'LEFT', ''], rows)
  },
}

export const examCommands: StaffCommand[] = [showClock, accept, back]

async function giveBackAndTell(
  { db }: StaffContext,
  now: () => number,
  attempt: EndedByClock,
  lost: Lost,
): Promise<string> {
  const outcome = await db.transaction().execute(async (tx) => {
    const given = await giveBack({ db: tx, now }, attempt.id, lost)
    if (given !== 'given back') return given
    await takeInAgain(tx, attempt.id)
    await sendNotification(
      { db: tx, now },
      {
        to: { userId: attempt.user_id },
        kind: 'announcements',
        title: 'You can continue your exam',
        message: `<p>A fault on our side ended ${escaped(attempt.title)}. Your answers are there, and you have ${minutesOf(timeLeft(attempt, lost.from))} left. The time starts when you continue.</p>`,
        target: paths.takeExam(attempt.exam_id),
        key: `exam given back ${attempt.id} ${lost.from}`,
      },
    )
    return given
  })
  return outcome === 'busy' ? 'is in another attempt: try again when it is over' : outcome
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** `1 min 5 s` */
function minutesOf(ms: number): string {
  const seconds = Math.floor(ms / SECOND)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** @throws UsageError, notFound */
async function lostTime({ db }: StaffContext, options: Record<string, string>): Promise<Lost> {
  const { step, from, to } = options
  if ((step === undefined) === (from === undefined && to === undefined) || (from === undefined) !== (to === undefined))
    throw new UsageError('Give either --step, or --from and --to')
  if (step === undefined) {
    const lost = { from: instantTyped(from!, '--from'), to: instantTyped(to!, '--to') }
    if (lost.to <= lost.from) throw new UsageError('--to must be later than --from')
    return lost
  }
  const row = await db
    .selectFrom('clock_steps')
    .where('id', '=', wholeNumber(step, '--step'))
    .selectAll()
    .executeTakeFirst()
  if (!row) throw notFound(`There is no step ${safe(step)}`)
  return { from: row.before_at, to: row.after_at }
}
