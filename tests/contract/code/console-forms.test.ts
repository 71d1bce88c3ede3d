import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Components of the console. */
const files = globSync('src/{features/**/staff,features/staff,ui/staff}/**/*.tsx').filter(
  (file) => !file.endsWith('.test.tsx'),
)

/** Fields that text is typed into, or something is chosen in. */
const FIELD = /<(?:input|textarea|select)\b|\bcontentEditable\b/

/** Ways in which a form keeps what is typed (lib/browser/staff/typed-text.ts). */
const KEEPS = /\buseStaffDraft\(|\buseTypedForm\(/

/** Fields that keep nothing themselves. */
const exceptions: Record<string, string> = {
  'src/ui/staff/forms/FormField.tsx': 'controls of a form that keeps its values',
  'src/ui/staff/forms/controls/FileControl.tsx': 'controls of a form that keeps its values',
  'src/ui/staff/forms/controls/MarkdownControl.tsx': 'controls of a form that keeps its values',
  'src/ui/staff/forms/controls/PastedControl.tsx': 'controls of a form that keeps its values',
  'src/ui/staff/forms/controls/PictureControl.tsx': 'controls of a form that keeps its values',
  'src/ui/staff/table/DataTable.tsx': 'selection of rows',
  'src/ui/staff/table/Filters.tsx': 'filters, which the address holds',
  'src/ui/staff/table/Heads.tsx': 'selection and order of rows',
  'src/features/exams/staff/ui/Exam.tsx': 'filter, which the address holds',
  'src/features/exams/staff/ui/Results.tsx': 'filter, which the address holds',
  'src/ui/staff/OptionSearch.tsx': 'search of a list',
  'src/features/support/staff/ui/TicketActs.tsx': 'a choice that is sent at once',
  'src/features/dashboard/staff/ui/Splashes.tsx': 'a switch that is sent at once',
  'src/features/auth/staff/phone-list/ui/ListColumns.tsx': 'a choice that is sent at once',
  'src/features/staff/log-in/ui/StaffLogIn.tsx': 'log-in: nobody is logged in yet',
  'src/features/staff/log-in/ui/pieces.tsx': 'log-in and second factor: codes are of use once',
}

/** Uses of FormField outside of StaffForm must keep the values themselves. */
const DRAWS_FIELDS = /<FormField\b/

test('forms of the console keep what is typed in them', () => {
  expect(files.length).toBeGreaterThan(60)
  const forgetful = files.filter((file) => {
    const text = readFileSync(file, 'utf8')
    return (FIELD.test(text) || DRAWS_FIELDS.test(text)) && !KEEPS.test(text)
  })
  expect(forgetful.sort()).toEqual(Object.keys(exceptions).sort())
})

/** A field for the reason of an act. */
const REASON = /\bname: 'reason'|\blabel: 'Reason'/

test('reasons say who can read them: every such field comes from reasonField', () => {
  const own = globSync('src/{features/**/staff,features/staff,ui/staff}/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$/.test(file) && REASON.test(readFileSync(file, 'utf8')),
  )
  expect(own).toEqual(['src/ui/staff/reasons.ts'])
})
