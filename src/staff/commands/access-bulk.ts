import { readFile } from 'node:fs/promises'
import type { ReadList } from '#features/auth/staff/phone-list/phone-list.contract.ts'
import { whyNot } from '#features/auth/staff/phone-list/phone-list.rules.ts'
import { columnQuestion } from '#features/auth/staff/phone-list/server/learners-listed.ts'
import { grantMany, planGrants, type BulkDone } from '#features/purchases/staff/bulk/server/grant-many.ts'
import { decodeText } from '#lib/both/text/decode-text.ts'
import { counted } from '#lib/both/text/format.ts'
import { UsageError } from '#lib/server/command-line.mjs'
import { wholeNumber, workOf, workOptions, type Given, type StaffCommand } from '../command.ts'
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
    add: { about: 'adds phones without an account as new learners, with the names of the file' },
    'phone-column': { value: 'N', about: 'the column with the phone numbers, from 1, where headings do not tell' },
    'name-column': { value: 'N', about: 'the column with the names' },
    apply: { about: 'does it, for all or for none; without it only what would be done is told' },
    ...workOptions,
  },
  summary: 'Opens a course for the phones of a CSV file, up to 5,000, and tells them',
  run: async (ctx, given) => {
    const [file = '', course = ''] = given.args
    const { existing = 'skip', apply } = given.options
    if (existing !== 'skip' && existing !== 'extend')
      throw new UsageError(`--existing must be skip or extend, not '${safe(existing)}'`)
    const bytes = await readFile(file).catch(() => {
      throw new UsageError(`FILE: ${safe(file)} cannot be read`)
    })
    const csv = decodeText(bytes)
    if (csv === undefined) throw new UsageError(`FILE: ${safe(file)} is an Excel workbook. Save it as CSV first`)
    const asked = {
      courseId: wholeNumber(course, 'COURSE_ID'),
      csv,
      existing,
      newLearners: given.options.add === undefined ? 'refuse' : 'add',
      phone_column: columnOf(given, 'phone-column'),
      name_column: columnOf(given, 'name-column'),
      ...spanOf(given),
    } as const
    if (apply !== undefined) return `Done: ${numbers(await grantMany(ctx.db, workOf(ctx, given), asked))}`
    const { bad, list, ...counts } = await planGrants(ctx.db, asked)
    if (list.choose !== null) {
      const columns = list.choices.map((column) => `  ${column}: ${safe(samplesOf(list, column))}`)
      return `${safe(columnQuestion(list))} Choose it with --${list.choose.replace('_', '-')}:\n${columns.join('\n')}`
    }
    if (bad.length === 0) return `Nothing was done. With --apply: ${numbers(counts)}`
    const rows = bad.map(({ line, phone, why, first_line: first }) => [
      String(line),
      safe(phone).replace(/\s+/g, ' '),
      `${whyNot[why]}${first === null ? '' : ` (first on line ${first})`}`,
    ])
    const lines = counted(bad.length, 'line')
    return `${columns(['LINE', 'PHONE', 'WHY NOT'], rows)}\n\n${lines} cannot be used: nothing can be done. Without them: ${numbers(counts)}`
  },
}

export const bulkCommands: StaffCommand[] = [bulk]

const columnOf = ({ options }: Given, name: 'phone-column' | 'name-column') =>
  options[name] === undefined ? undefined : wholeNumber(options[name], `--${name}`)

const samplesOf = ({ columns }: ReadList, column: number): string =>
  columns.find((one) => one.column === column)?.samples.join(', ') ?? ''

const numbers = ({ added, granted, extended, skipped }: BulkDone) =>
  `${added > 0 ? `${added} added, ` : ''}${granted} granted, ${extended} extended, ${skipped} left as they are`
