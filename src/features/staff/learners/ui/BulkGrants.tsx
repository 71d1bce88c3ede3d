import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { MOST_PHONES } from '#features/auth/staff/phone-list/phone-list.rules.ts'
import type { ReadList } from '#features/auth/staff/phone-list/phone-list.contract.ts'
import { grantCourses } from '#features/purchases/staff/bulk/bulk.contract.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import type { CallInput, ReplyOf } from '#lib/both/calls/endpoint.ts'
import type { FormRules } from '#lib/both/form-rules.ts'
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
import { CHOOSE_COURSE, spanFields, useCourseOptions } from './access-fields.ts'
import { GrantPreview } from './GrantPreview.tsx'

type Body = CallInput<typeof grantCourses>['body']
type Checked = ReplyOf<typeof grantCourses>
type Chosen = NonNullable<ReadList['choose']>

/** Enrols the learners of a file: first the file is checked and its learners are shown, then all of them are enrolled. */
export function BulkGrants({ rules }: { rules: FormRules }) {
  const base = useId()
  const fields = fieldsOf(useCourseOptions())
  const [fresh] = useState(() => freshForm(fields, { existing: 'skip', new_learners: 'refuse' }))
  const { first, at, keep, drop } = useTypedForm('bulk-grants', fields, fresh)
  const key = useRef(first.key)
  const [restoredAt, setRestoredAt] = useState(at)
  const [values, setValues] = useState(first.values)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [checked, setChecked] = useState<Checked>()
  /** Columns that were chosen for this file. */
  const [chosen, setChosen] = useState<Partial<Record<Chosen, number>>>({})
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
    // The preview is of the values that were sent.
    if (busy) return
    setTouched(true)
    setValues((before) => ({ ...before, [name]: value }))
    setChecked(undefined)
    setProblems({})
    if (name === 'csv') setChosen({})
  }
  const send = async (dry_run: boolean, columns = chosen) => {
    const found = problemsOf(fields, rules, values)
    setProblems(found)
    if (busy || Object.keys(found).length > 0) return
    setBusy(dry_run ? 'check' : 'grant')
    try {
      const body = { ...bodyOf(fields, rules, values), ...columns, dry_run } as Body
      const call = (nameRequest: NameRequest) => staffCall(grantCourses, { body, nameRequest })
      const reply = dry_run ? await staffCall(grantCourses, { body }) : await sendOnce(key, store, call)
      setChecked(reply)
      if (!dry_run) {
        toast.success(reply.message)
        setChosen({})
        begin({ ...values, csv: '' })
      }
    } catch (error) {
      const named = error instanceof ApiError && error.status === 422 ? (error.errors ?? {}) : {}
      const { atFields, above } = placed(fields, named)
      setProblems(
        Object.keys(named).length > 0 ? { ...atFields, above: above.join(' ') } : { above: failureWords(error) },
      )
    } finally {
      setBusy(undefined)
    }
  }
  const choose = (which: Chosen, column: number) => {
    const columns = { ...chosen, [which]: column }
    setChosen(columns)
    void send(true, columns)
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
        </div>
        <FieldError id={`${base}-above`} urgent>
          {problems.above}
        </FieldError>
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <button type="submit" className="btn btn-primary" aria-disabled={busy !== undefined}>
            {busy === 'check' && <Spinner label="Checking" size={20} />}
            Check file
          </button>
          {isTouched && <NotSaved isKept={isKept} />}
        </div>
      </form>
      {checked && (
        <GrantPreview checked={checked} busy={busy !== undefined} onChoose={choose} onGrant={() => void send(false)} />
      )}
      <Toasts />
    </>
  )
}

const fieldsOf = (options: { value: number; label: string }[]): Field<keyof Body & string>[] => [
  { name: 'course_id', label: 'Course', kind: 'select', wide: true, options, needed: CHOOSE_COURSE },
  ...spanFields,
  {
    name: 'existing',
    label: 'Learners who have or had the course',
    kind: 'select',
    options: [
      { value: 'skip', label: 'Keep it as it is' },
      { value: 'extend', label: 'Have it for longer' },
    ],
  },
  {
    name: 'new_learners',
    label: 'Phone numbers without an account',
    kind: 'select',
    options: [
      { value: 'refuse', label: 'Report them' },
      { value: 'add', label: 'Add as new learners' },
    ],
    hint: 'New learners find the course at their first log-in. No SMS is sent.',
  },
  reasonField('learner', 'School scheme of 2026'),
  {
    name: 'csv',
    label: 'Phone numbers',
    kind: 'pasted',
    accept: '.csv,.txt,text/csv,text/plain',
    needed: 'Please paste phone numbers, or choose a file',
    hint: `A CSV file, or one phone number per line; up to ${MOST_PHONES.toLocaleString('en-IN')}. With headings such as Name and Mobile, names are compared too. Numbers of other countries begin with +.`,
  },
]
