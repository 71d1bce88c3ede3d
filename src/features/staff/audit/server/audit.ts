import type { StaffContext } from '#core/context.ts'
import { readChain } from '#core/staff/read-chain.ts'
import { checkChain } from '#core/staff/audit-chain.ts'
import { listActions, LOG_PAGE, logExport, readWork, type LogEntry, type LogFilter } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import { spanOfDays } from '#lib/both/time/days.ts'
import { csvOf } from '#lib/server/text/csv.ts'
import type * as contracts from '../audit.contract.ts'
import type { AuditEntry } from '../audit.contract.ts'
import { listStaff } from '../../server/staff-accounts.ts'

/** Entries in one part of a file. */
const CSV_PART = 1000

type Asked = InputOf<typeof contracts.listAudit>['query']

function filterOf({ staff, learner, action, from, to, before }: Asked): LogFilter {
  const { since, before: until } = spanOfDays(from, to)
  return {
    staffId: staff === 'command' ? null : staff,
    userId: learner,
    action,
    before,
    from: since,
    until,
  }
}

export async function listAudit(
  { db }: StaffContext,
  { query }: InputOf<typeof contracts.listAudit>,
): Promise<ReplyOf<typeof contracts.listAudit>> {
  const staff = (await listStaff(db)).map(({ id, name }) => ({ id, name }))
  return { ...(await pageOf(db, filterOf(query))), actions: await listActions(db), staff }
}

export async function listLearnerAudit(
  { db }: StaffContext,
  { params, query }: InputOf<typeof contracts.listLearnerAudit>,
): Promise<ReplyOf<typeof contracts.listLearnerAudit>> {
  return pageOf(db, { userId: params.id, before: query.before })
}

async function pageOf(db: Db, filter: LogFilter): Promise<{ data: AuditEntry[]; next: number | null }> {
  const found = await readWork(db, filter, { count: LOG_PAGE + 1 })
  const shown = found.slice(0, LOG_PAGE)
  return { data: shown.map(told), next: found.length > LOG_PAGE ? shown.at(-1)!.id : null }
}

function told({ learner, ...entry }: LogEntry): AuditEntry {
  return { ...entry, learner: learner ? { id: learner.id, name: learner.name } : null }
}

export async function exportAudit(
  { db, work }: StaffContext,
  { query }: InputOf<typeof contracts.exportAudit>,
): Promise<ReplyOf<typeof contracts.exportAudit>> {
  const entries = await readWork(db, filterOf(query), { count: CSV_PART })
  const { isFirst } = await logExport({ db, work }, { action: 'audit log exported', subject: 'audit log', query })
  const rows = entries.map((entry) => [
    entry.id,
    displayTime(entry.at),
    entry.who,
    entry.address,
    entry.call,
    entry.request_id,
    entry.action,
    entry.subject,
    entry.learner?.name ?? null,
    entry.learners,
    entry.reason,
    JSON.stringify(entry.before),
    JSON.stringify(entry.after),
  ])
  const heading = isFirst ? [HEADINGS] : []
  return {
    csv: csvOf([...heading, ...rows], { mark: isFirst }),
    next: entries.length === CSV_PART ? entries.at(-1)!.id : null,
  }
}

const HEADINGS = [
  'Entry',
  'When',
  'Who',
  'From',
  'Call',
  'Request',
  'What',
  'Of what',
  'Learner',
  'Learners',
  'Why',
  'Before',
  'After',
]

export async function checkAudit({ db }: StaffContext): Promise<ReplyOf<typeof contracts.checkAudit>> {
  const { entries, head } = await readChain(db)
  return { entries: head?.lastId ?? 0, problems: await checkChain(entries, head) }
}
