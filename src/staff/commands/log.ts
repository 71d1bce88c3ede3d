import { counted } from '#lib/both/text/format.ts'
import { listWork, LOG_PAGE, type Facts } from '#core/staff/staff-log.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import { formatInr } from '#lib/both/money.ts'
import { pageOf, pageOption, type StaffCommand } from '../command.ts'
import { learnerByPhone } from '../learner.ts'
import { pageLine, safe } from '../print.ts'

type Entry = Awaited<ReturnType<typeof listWork>>['entries'][number]

const show: StaffCommand = {
  name: 'log',
  args: [],
  options: { learner: { value: 'PHONE', about: 'only what was done to this learner' }, page: pageOption },
  summary: 'Shows who did what to learners and their comments with these commands, and why, newest first',
  run: async ({ db }, given) => {
    const { learner } = given.options
    const otherwise = '--learner must be a phone (of India, or +91 9000000001)'
    const userId = learner === undefined ? undefined : (await learnerByPhone(db, learner, otherwise)).id
    const page = pageOf(given)
    const { entries, total } = await listWork(db, { userId, page })
    if (total === 0) return 'No entries'
    return `${logLines(entries)}\n\n${pageLine(page, LOG_PAGE, total, 'entry', 'entries')}`
  },
}

export const logCommands: StaffCommand[] = [show]

/** Entries, three lines each: when, who and what; what changed; why. */
export function logLines(entries: Entry[]): string {
  return entries.map(lines).join('\n\n')
}

function lines({ id, at, who, action, subject, learner, learners, reason, before, after }: Entry): string {
  const whom = whomOf(learner, learners)
  const changed = Object.keys({ ...before, ...after }).map((fact) => changeOf(fact, before, after))
  return [
    `${id}  ${displayTime(at)}, ${safe(who)}: ${action}, ${subject}${whom && `, of ${safe(whom)}`}`,
    ...(changed.length > 0 ? [`    ${changed.join('; ')}`] : []),
    ...(reason ? [`    ${safe(reason).replace(/\s+/g, ' ')}`] : []),
  ].join('\n')
}

/** `Asha (+91 9000000001)`, `412 learners`; empty of what was done to nobody. */
function whomOf(learner: Entry['learner'], count: number): string {
  if (count > 1) return counted(count, 'learner')
  if (!learner) return ''
  if (learner.deleted_at !== null) return 'an account that has ended'
  return `${learner.name ?? 'Learner'} (+${learner.country_code} ${learner.phone})`
}

/** `valid until 01-02-2026 11:59 PM -> 01-03-2026 11:59 PM` */
function changeOf(fact: string, before: Facts, after: Facts): string {
  const label = fact.replace(/_(at|paise)$/, '').replaceAll('_', ' ')
  const [old, now] = [before, after].map((facts) => valueOf(fact, facts[fact]))
  return fact in before ? `${label} ${old} -> ${now}` : `${label} ${now}`
}

function valueOf(fact: string, value: Facts[string] | undefined): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'string') return safe(value)
  if (/_(at|until)$/.test(fact)) return displayTime(value)
  return fact.endsWith('_paise') ? formatInr(value) : String(value)
}
