import { counted } from '#lib/both/text/format.ts'
import { listWork } from '#core/staff/staff-log.ts'
import { activeLearners, liveSessions, STAFF_PAGE } from '#features/auth/server/learners.ts'
import { noteLearner } from '#features/auth/staff/notes/server/notes.ts'
import { findLearners } from '#features/auth/staff/server/find-learners.ts'
import { DAY, displayTime, indianDate, MINUTE } from '#lib/both/time/clock.ts'
import { formatInr } from '#lib/both/money.ts'
import { everyRole } from '#lib/both/staff-roles.ts'
import { pageOf, pageOption, wholeNumber, workOf, workOptions, type StaffCommand } from '../command.ts'
import { learnerByPhone } from '../learner.ts'
import { list } from './learner-list.ts'
import { listedHeadings, listedLine, namesOf, stateOf } from '../listed-learner.ts'
import { logLines } from './log.ts'
import { brief, columns, pageLine, safe } from '../print.ts'

const find: StaffCommand = {
  name: 'learner find',
  args: ['WORDS'],
  options: { page: pageOption },
  summary: 'Finds learners by name, email, phone or its last digits, or the number of an order or receipt',
  run: async ({ db, engine }, given) => {
    const words = given.args[0]?.trim() ?? ''
    const page = pageOf(given)
    const { learners, total, isCut } = await findLearners(db, engine, { words, page, roles: everyRole })
    if (total === 0) return `No learner is found by ‘${safe(words)}’`
    const rows = learners.map((learner) => [...listedLine(learner), learner.found_by, stateOf(learner).join(', ')])
    const cut = isCut ? '\nThere are more: type more of it' : ''
    return `${columns([...listedHeadings, 'FOUND BY', ''], rows)}\n\n${pageLine(page, STAFF_PAGE, total, 'learner')}${cut}`
  },
}

const active: StaffCommand = {
  name: 'learner active',
  args: [],
  options: { minutes: { value: 'N', about: 'seen in the last N minutes; default 60' }, page: pageOption },
  summary: 'Lists who is online, most recently seen first (to about ten minutes)',
  run: async ({ db, now }, given) => {
    const minutes = given.options.minutes === undefined ? 60 : wholeNumber(given.options.minutes, '--minutes')
    const page = pageOf(given)
    const { learners, total } = await activeLearners(db, { since: now() - minutes * MINUTE, now: now(), page })
    if (total === 0) return `Nobody was seen in the last ${counted(minutes, 'minute')}`
    const rows = learners.map((learner) => [
      ...namesOf(learner),
      displayTime(learner.seen_at),
      String(learner.sessions),
    ])
    return `${columns(['ID', 'NAME', 'PHONE', 'LAST SEEN', 'DEVICES'], rows)}\n\n${pageLine(page, STAFF_PAGE, total, 'learner')}`
  },
}

/** Entries of the log that stand with a learner, the newest. */
const FEW = 5

const show: StaffCommand = {
  name: 'learner show',
  args: ['PHONE'],
  options: {},
  summary: 'Shows a learner: state, courses, devices, and what was done for them',
  run: async ({ db, now }, { args }) => {
    const { id } = await learnerByPhone(db, args[0] ?? '', 'PHONE must be a phone (of India, or +91 9000000001)')
    const learner = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const courses = await db
      .selectFrom('enrolments')
      .innerJoin('courses', 'courses.id', 'enrolments.course_id')
      .select(['courses.id', 'courses.title', 'enrolments.valid_until', 'enrolments.renewal_paise'])
      .where('enrolments.user_id', '=', id)
      .orderBy('enrolments.valid_until', 'desc')
      .execute()
    const sessions = await liveSessions(db, id, now())
    const { entries } = await listWork(db, { userId: id, page: 1 })
    const state = stateOf(learner)
    return [
      [
        `Learner ${id}: ${safe(learner.name ?? '(no profile)')}${state.length > 0 ? ` (${state.join(', ')})` : ''}`,
        safe([`+${learner.country_code} ${learner.phone}`, learner.email, learner.city].filter(Boolean).join(', ')),
        `Joined ${displayTime(learner.created_at)}`,
      ].join('\n'),
      courses.length === 0
        ? 'No courses'
        : columns(
            ['COURSE', 'TITLE', 'UNTIL', ''],
            courses.map((course) => [
              String(course.id),
              brief(course.title, 40),
              indianDate(course.valid_until),
              [
                course.valid_until < now() && 'expired',
                course.renewal_paise > 0 && `${formatInr(course.renewal_paise)} left to pay`,
              ]
                .filter(Boolean)
                .join(', '),
            ]),
          ),
      sessions.length === 0
        ? 'Not logged in anywhere'
        : columns(
            ['LAST SEEN', 'SINCE', 'BROWSER'],
            sessions.map((session) => [
              session.last_seen_at === null ? 'not yet' : displayTime(session.last_seen_at),
              counted(Math.floor((now() - session.created_at) / DAY), 'day'),
              brief(session.user_agent, 60),
            ]),
          ),
      ...(entries.length > 0 ? [logLines(entries.slice(0, FEW))] : []),
    ].join('\n\n')
  },
}

const note: StaffCommand = {
  name: 'learner note',
  args: ['PHONE'],
  options: {
    text: {
      value: 'TEXT',
      required: true,
      about: 'at most 2000 characters; learners read it in the download of their data',
    },
    as: workOptions.as,
  },
  summary: 'Notes something about a learner for whoever looks at them next',
  run: async (ctx, given) => {
    const { id } = await learnerByPhone(
      ctx.db,
      given.args[0] ?? '',
      'PHONE must be a phone (of India, or +91 9000000001)',
    )
    const { id: noteId } = await noteLearner(ctx.db, workOf(ctx, given), { userId: id, body: given.options.text ?? '' })
    return `Noted as note ${noteId} of learner ${id}`
  },
}

export const learnerCommands: StaffCommand[] = [find, list, active, show, note]
