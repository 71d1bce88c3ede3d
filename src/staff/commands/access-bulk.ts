import { readFile } from 'node:fs/promises'
import { whyNot } from '#features/auth/staff/phone-list/phone-list.rules.ts'
import { grantMany, planGrants, type BulkDone } from '#features/purchases/staff/bulk/server/grant-many.ts'
import { counted } from '#lib/both/text/format.ts'
import { UsageError } from '#lib/server/typed.ts'
import { wholeNumber, workOf, workOptions, type StaffCommand } from '../command.ts'
import { columns, safe } from '../print.ts'
import { span, spanOf } from './access.ts'

const bulk: StaffCommand = {
  name: 'access bulk',
  args: ['FILE', 'COURSE_ID'],
  options: {
    ...span,
    existing: {
      value: 'HOW',
      about: 'what happens with those who have or had the course: skip (without it) or extend',
    },
    apply: { about: 'does it, for all or for none; without it only what would be done is told' },
    ...workOptions,
  },
  summary: 'Opens a course for the phones of a CSV file, up to 5,000, and tells them',
  run: async (ctx, given) => {
    const [file = '', course = ''] = given.args
    const { existing = 'skip', apply } = given.options
    if (existing !== 'skip' && existing !== 'extend')
      throw new UsageError(`--existing must be skip or extend, not '${safe(existing)}'`)
    const csv = await readFile(file, 'utf8').catch(() => {
      throw new UsageError(`FILE: ${safe(file)} cannot be read`)
    })
    const asked = { courseId: wholeNumber(course, 'COURSE_ID'), csv, existing, ...spanOf(given) } as const
    if (apply !== undefined) return `Done: ${numbers(await grantMany(ctx.db, workOf(ctx, given), asked))}`
    const { bad, ...counts } = await planGrants(ctx.db, asked)
    if (bad.length === 0) return `Nothing was done. With --apply: ${numbers(counts)}`
    const rows = bad.map(({ line, phone, why, first_line: first }) => [
      String(line),
      safe(phone).replace(/\s+/g, ' '),
      `${whyNot[why]}${first === null ? '' : `, on line ${first}`}`,
    ])
    const lines = counted(bad.length, 'line')
    return `${columns(['LINE', 'PHONE', 'WHY NOT'], rows)}\n\n${lines} cannot be used: nothing can be done. Without them: ${numbers(counts)}`
  },
}

export const bulkCommands: StaffCommand[] = [bulk]

const numbers = ({ granted, extended, skipped }: BulkDone) =>
  `${granted} granted, ${extended} extended, ${skipped} left as they are`
