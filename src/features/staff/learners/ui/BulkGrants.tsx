import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { MOST_PHONES } from '#features/auth/staff/phone-list/phone-list.rules.ts'
import { BadLines } from '#features/auth/staff/phone-list/ui/BadLines.tsx'
import { grantCourses } from '#features/purchases/staff/bulk/bulk.contract.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import type { CallInput, ReplyOf } from '#lib/both/calls/endpoint.ts'
import type { FormRules } from '#lib/both/form-rules.ts'
import { counted } from '#lib/both/text/format.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { sendOnce } from '#lib/browser/staff/send-once.ts'
import { staffCall, type NameRequest } from '#lib/browser/staff/staff-call.ts'
import { FieldError } from '#ui/forms/FieldError.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import { Toasts, toast } from '#ui/Toasts.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { FormField } from '#ui/staff/forms/FormField.tsx'
import {
  bodyOf,
  placed,
  problemsOf,
  type FieldValue,
  type FormField as Field,
  type FormValues,
} from '#ui/staff/forms/form-values.ts'
import { NotSaved } from '#ui/staff/forms/NotSaved.tsx'
import { Restored } from '#ui/staff/forms/Restored.tsx'
import { freshForm, useTypedForm } from '#ui/staff/forms/use-typed-form.ts'
import { reasonField } from '#ui/staff/reasons.ts'
import { courseTitles } from '../learners.store.ts'

type Body = CallInput<typeof grantCourses>['body']
type Checked = ReplyOf<typeof grantCourses>

/** Opens a course for the phones of a file: first it is looked through, then it is done for all of them. */
export function BulkGrants({ rules }: { rules: FormRules }) {
  const base = useId()
  const titles = useLoaded(courseTitles)
  const fields = fieldsOf(titles.is === 'shown' ? titles.shown.data : [])
  const [fresh] = useState(() => freshForm([...fields, csvField], { existing: 'skip' }))
  const { first, at, keep, drop } = useTypedForm('bulk-grants', [...fields, csvField], fresh)
  const key = useRef(first.key)
  const [restoredAt, setRestoredAt] = useState(at)
  const [values, setValues] = useState(first.values)
  const csv = String(values.csv)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [checked, setChecked] = useState<Checked>()
  const [busy, setBusy] = useState<'check' | 'grant'>()

  // Changed since the form was opened, sent or discarded.
  const [isTouched, setTouched] = useState(false)
  const [isKept, setKept] = useState(true)
  const store = () => setKept(keep({ ...fresh, values, key: key.current }))
  const keepTyped = useEffectEvent(() => {
    if (isTouched) store()
  })
  useEffect(() => keepTyped(), [values])
  const begin = (next: FormValues) => {
    drop()
    key.current = undefined
    setTouched(false)
    setRestoredAt(undefined)
    setValues(next)
  }
  const change = (name: string, value: FieldValue) => {
    setTouched(true)
    setValues((before) => ({ ...before, [name]: value }))
    setChecked(undefined)
    setProblems({})
  }
  const read = async (file: File | undefined) => {
    if (!file) return
    change('csv', await file.text())
  }
  const send = async (dry_run: boolean) => {
    const found = { ...problemsOf(fields, rules, values), ...(csv.trim() === '' && { csv: 'Please choose a file' }) }
    setProblems(found)
    if (busy || Object.keys(found).length > 0) return
    setBusy(dry_run ? 'check' : 'grant')
    try {
      const body = { ...bodyOf(fields, rules, values), csv, dry_run } as Body
      const call = (nameRequest: NameRequest) => staffCall(grantCourses, { body, nameRequest })
      const reply = dry_run ? await staffCall(grantCourses, { body }) : await sendOnce(key, store, call)
      setChecked(reply)
      if (!dry_run) {
        toast.success(reply.message)
        begin({ ...values, csv: '' })
      }
    } catch (error) {
      const named = error instanceof ApiError && error.status === 422 ? (error.errors ?? {}) : {}
      const { atFields, above } = placed([...fields, csvField], named)
      setProblems(
        Object.keys(named).length > 0 ? { ...atFields, above: above.join(' ') } : { above: failureWords(error) },
      )
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <>
      <form
        noValidate
        className="max-w-3xl"
        onSubmit={(event) => {
          event.preventDefault()
          void send(true)
        }}
      >
        {restoredAt !== undefined && (
          <Restored at={restoredAt} wasSent={first.key !== undefined} onDiscard={() => begin(fresh.values)} />
        )}
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          {fields.map((field) => (
            <FormField
              key={field.name}
              id={`${base}-${field.name}`}
              field={field}
              rule={rules[field.name]}
              value={values[field.name]!}
              problem={problems[field.name]}
              onChange={(value) => change(field.name, value)}
            />
          ))}
          <div className="sm:col-span-2">
            <label htmlFor={`${base}-file`} className="mb-1 block text-sm font-medium">
              CSV file
            </label>
            <input
              id={`${base}-file`}
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              className="file-input w-full sm:max-w-md"
              aria-describedby={`${base}-file-help`}
              onChange={({ target }) => void read(target.files?.[0])}
            />
            <p id={`${base}-file-help`} className="pt-1 text-xs text-muted">
              A phone a line, in the first column or in one called phone or mobile; up to{' '}
              {MOST_PHONES.toLocaleString('en-IN')}. Indian phones with or without +91, others with + and the country.
            </p>
          </div>
          <div className="sm:col-span-2">
            <label htmlFor={`${base}-csv`} className="mb-1 block text-sm font-medium">
              Or the phones themselves
            </label>
            <textarea
              id={`${base}-csv`}
              rows={6}
              className="textarea w-full font-mono text-base sm:text-sm"
              value={csv}
              aria-invalid={problems.csv !== undefined}
              aria-describedby={`${base}-csv-error`}
              onChange={({ target }) => change('csv', target.value)}
            />
            <FieldError id={`${base}-csv-error`} urgent>
              {problems.csv}
            </FieldError>
          </div>
        </div>
        <FieldError id={`${base}-above`} urgent>
          {problems.above}
        </FieldError>
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <button type="submit" className="btn btn-primary" aria-disabled={busy !== undefined}>
            {busy === 'check' && <Spinner label="Looking through" size={20} />}
            Look through the file
          </button>
          {isTouched && <NotSaved isKept={isKept} />}
        </div>
      </form>
      {checked && <Result checked={checked} busy={busy === 'grant'} onGrant={() => void send(false)} />}
      <Toasts />
    </>
  )
}

const csvField = { name: 'csv', label: 'File', kind: 'textarea' } as const

const fieldsOf = (courses: readonly { id: number; title: string }[]): Field<keyof Body & string>[] => [
  {
    name: 'course_id',
    label: 'Course',
    kind: 'select',
    wide: true,
    options: courses.map(({ id, title }) => ({ value: id, label: title })),
  },
  { name: 'days', label: 'Days', kind: 'number', hint: 'As many as a sale gives, if left empty' },
  { name: 'until', label: 'Or until', kind: 'date', hint: 'The end of this day in India' },
  {
    name: 'existing',
    label: 'Those who have or had the course',
    kind: 'select',
    options: [
      { value: 'skip', label: 'keep it as it is' },
      { value: 'extend', label: 'have it for longer' },
    ],
  },
  reasonField('learner', 'School scheme of 2026'),
]

interface ResultProps {
  checked: Checked
  busy: boolean
  onGrant: () => void
}

/** What the file would do, and each line that keeps it from being done. */
function Result({ checked, busy, onGrant }: ResultProps) {
  const { dry_run, granted, extended, skipped, bad } = checked
  const some = granted + extended
  return (
    <section aria-labelledby="result" className="mt-8">
      <h2 id="result" className="mb-2 text-lg font-semibold">
        {dry_run ? 'What would be done' : 'Done'}
      </h2>
      <ul role="status" className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <li>
          <strong className="tabular-nums">{granted}</strong> {granted === 1 ? 'gets' : 'get'} the course
        </li>
        <li>
          <strong className="tabular-nums">{extended}</strong> {extended === 1 ? 'has' : 'have'} it for longer
        </li>
        <li>
          <strong className="tabular-nums">{skipped}</strong> {skipped === 1 ? 'keeps' : 'keep'} it as it is
        </li>
        <li className={bad.length > 0 ? 'font-semibold text-error' : ''}>
          <strong className="tabular-nums">{bad.length}</strong> {bad.length === 1 ? 'line' : 'lines'} cannot be used
        </li>
      </ul>
      {dry_run && bad.length === 0 && (
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={busy || some === 0}
          onClick={() => {
            if (!busy && some > 0) onGrant()
          }}
        >
          {busy && <Spinner label="Granting" size={20} />}
          {some === 0 ? 'Nobody would get anything' : `Grant to ${counted(some, 'learner')}`}
        </button>
      )}
      {bad.length > 0 && (
        <>
          <p className="mb-3 text-sm text-muted">
            It is done for all or for none: mend or remove these lines, and look through the file again.
          </p>
          <BadLines lines={bad} />
        </>
      )}
    </section>
  )
}
