import { listSorts, listStatuses } from '#features/auth/staff/learner-lists.rules.ts'
import { allLearners, listLearners } from '#features/auth/staff/server/list-learners.ts'
import { DAY, isoTime } from '#lib/both/time/clock.ts'
import { csvOf, type CsvValue } from '#lib/server/text/csv.ts'
import { UsageError } from '#lib/server/command-line.mjs'
import { wholeNumber, type StaffCommand } from '../command.ts'
import { listedHeadings, listedLine, stateOf } from '../listed-learner.ts'
import { columns } from '../print.ts'

/** One of some words that was typed as an option. */
function oneOf<Word extends string>(words: readonly Word[], text: string | undefined, what: string): Word | undefined {
  const word = words.find((one) => one === text)
  if (text !== undefined && word === undefined) throw new UsageError(`${what} is one of ${words.join(', ')}`)
  return word
}

/** Learners of a course, or who have something in common: twenty at a time, or all for a spreadsheet. */
export const list: StaffCommand = {
  name: 'learner list',
  args: [],
  options: {
    course: { value: 'COURSE_ID', about: 'those who have, or had, this course' },
    status: { value: 'STATUS', about: listStatuses.join(', ') },
    seen: { value: 'DAYS', about: 'who logged in within so many days' },
    unseen: { value: 'DAYS', about: 'who did not log in for so many days' },
    sort: { value: 'ORDER', about: 'newest (default), seen or name' },
    after: { value: 'PLACE', about: 'where the page before said that the list goes on' },
    csv: { about: 'all of them, for a spreadsheet' },
  },
  summary: 'Lists learners by course, state, and when they logged in last',
  run: async ({ db, engine, now }, { options }) => {
    const daysAgo = (name: 'seen' | 'unseen') => {
      const days = options[name]
      return days === undefined ? undefined : now() - wholeNumber(days, `--${name}`) * DAY
    }
    const asked = {
      now: now(),
      courseId: options.course === undefined ? undefined : wholeNumber(options.course, '--course'),
      status: oneOf(listStatuses, options.status, '--status'),
      seenSince: daysAgo('seen'),
      seenBefore: daysAgo('unseen'),
      sort: oneOf(listSorts, options.sort, '--sort') ?? 'newest',
    }
    if (options.csv !== undefined) {
      const rows: CsvValue[][] = [['id', 'name', 'phone', 'email', 'joined', 'last logged in', 'state']]
      for await (const learner of allLearners(db, engine, asked)) {
        rows.push([
          learner.id,
          learner.name,
          `+${learner.country_code} ${learner.phone}`,
          learner.email,
          isoTime(learner.created_at),
          learner.last_logged_on && isoTime(learner.last_logged_on),
          stateOf(learner).join(', '),
        ])
      }
      return csvOf(rows, { mark: false }).trimEnd()
    }
    const { learners, next } = await listLearners(db, engine, { ...asked, cursor: options.after })
    const goesOn = next === undefined ? '' : `\n\nNext: --after ${next}`
    if (learners.length === 0) return `No learners${next === undefined ? '' : ' so far'}${goesOn}`
    const rows = learners.map((learner) => [...listedLine(learner), stateOf(learner).join(', ')])
    return `${columns([...listedHeadings, ''], rows)}${goesOn}`
  },
}
