import type * as z from 'zod/mini'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { CallOptions } from '#lib/browser/call/call.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import type { CallInput, Endpoint, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import type { FormRules } from '#lib/both/form-rules.ts'
import { bindKeys } from '#lib/browser/keys.ts'
import TriangleAlertIcon from 'virtual:lucide/triangle-alert'
import { Spinner } from '../../states/Spinner.tsx'
import { ReasonDialog, type ReasonDialogProps } from '../ReasonDialog.tsx'
import { failureWords } from './failure.ts'
import { FormField } from './FormField.tsx'
import { bodyOf, placed, problemsOf, valuesOf, type FormField as Field, type FieldValue } from './form-values.ts'

type Input<E extends Endpoint> = z.input<E['body']>
type Name<E extends Endpoint> = keyof Input<E> & string

export interface StaffFormProps<E extends Endpoint> {
  endpoint: E
  /** `formRules(endpoint.body)`, made where the page is drawn. */
  rules: FormRules
  fields: readonly Field<Name<E>>[]
  submitLabel: string
  /** Of the path. */
  params?: z.input<E['params']>
  /** What the fields begin with. Another thing to edit is another form: give it a `key`. */
  initial?: Partial<Input<E>>
  /** Sent with every field: the version that was read, say. */
  also?: Partial<Input<E>>
  /** Asked for before it is sent, and sent as this field: of what cannot be undone. */
  reason?: { field: Name<E> } & Pick<ReasonDialogProps, 'title' | 'message' | 'presets' | 'confirmLabel' | 'danger'>
  onDone: (reply: ReplyOf<E>) => void
  /** What the form holds then: what was sent, or what it began with. */
  then?: 'keep' | 'begin anew'
  /** Drawn above the buttons where the server answers 409: what has changed meanwhile. */
  conflict?: (error: ApiError) => ReactNode
  onCancel?: () => void
}

/**
 * The one way to make forms of the console: fields, what is wrong with them, and the call. What is typed stays whatever
 * happens; who leaves with it is asked. Ctrl+Enter sends.
 */
export function StaffForm<E extends Endpoint>(props: StaffFormProps<E>) {
  const { endpoint, rules, fields, submitLabel, params, initial = {}, also, reason, onDone, conflict, onCancel } = props
  const base = useId()
  const form = useRef<HTMLFormElement>(null)
  const [begun, setBegun] = useState(() => valuesOf(fields, initial))
  const [values, setValues] = useState(begun)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [above, setAbove] = useState<string[]>([])
  const [refusal, setRefusal] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const changed = JSON.stringify(values) !== JSON.stringify(begun)

  useEffect(() => {
    if (!changed) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [changed])
  useEffect(() => bindKeys([{ keys: 'Ctrl Enter', does: 'Send the form' }]), [])

  const idOf = (name: string) => `${base}-${name}`
  const change = (name: string, value: FieldValue) => {
    // What is on its way is what stands there.
    if (busy) return
    setValues((before) => ({ ...before, [name]: value }))
    setProblems(({ [name]: _, ...others }) => others)
  }
  const refuse = (atFields: Record<string, string>, others: string[]) => {
    setProblems(atFields)
    setAbove(others)
    const first = fields.find(({ name }) => atFields[name])
    if (first) document.getElementById(idOf(first.name))?.focus()
  }
  const fail = (error: unknown) => {
    const said = error instanceof ApiError && error.status === 422 ? placed(fields, error.errors ?? {}) : undefined
    if (error instanceof ApiError && error.status === 409) setRefusal(error)
    if (said && Object.keys(said.atFields).length + said.above.length > 0) refuse(said.atFields, said.above)
    else refuse({}, [failureWords(error)])
  }
  const send = async (more: Record<string, unknown> = {}) => {
    setBusy(true)
    setAbove([])
    setRefusal(undefined)
    try {
      const body = { ...bodyOf(fields, rules, values, initial), ...also, ...more }
      const reply = await staffCall(endpoint, { params, body } as unknown as CallInput<E> & CallOptions)
      const next = props.then === 'begin anew' ? begun : values
      setBegun(next)
      setValues(next)
      onDone(reply)
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  const submit = () => {
    if (busy) return
    const found = problemsOf(fields, rules, values)
    if (Object.keys(found).length > 0) return refuse(found, [])
    if (reason) setAsking(true)
    else void send()
  }
  const keyed = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
  }

  return (
    <>
      <form
        ref={form}
        noValidate
        aria-busy={busy}
        onKeyDown={keyed}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          {fields.map((field) => (
            <FormField
              key={field.name}
              id={idOf(field.name)}
              field={field}
              rule={rules[field.name]}
              value={values[field.name]!}
              problem={problems[field.name]}
              onChange={(value) => change(field.name, value)}
            />
          ))}
        </div>
        <div role="alert">
          {above.length > 0 && (
            <div className="mt-4 flex items-start gap-3 rounded-field border border-error bg-error/8 px-4 py-3 text-sm">
              <TriangleAlertIcon className="mt-0.5 size-4.5 shrink-0 text-error" />
              <div className="min-w-0 space-y-1">
                {above.map((words) => (
                  <p key={words}>{words}</p>
                ))}
                {refusal && conflict?.(refusal)}
              </div>
            </div>
          )}
        </div>
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <button type="submit" className="btn btn-primary relative min-w-28" aria-disabled={busy}>
            <span className={busy ? 'opacity-0' : undefined}>{submitLabel}</span>
            {busy && (
              <span className="absolute inset-0 grid place-items-center">
                <Spinner label="Sending" size={20} />
              </span>
            )}
          </button>
          {onCancel && (
            <button type="button" className="btn btn-ghost" disabled={busy} onClick={onCancel}>
              Cancel
            </button>
          )}
          {changed && !busy && <span className="text-xs text-muted">Not saved yet</span>}
        </div>
      </form>
      {reason && (
        <ReasonDialog
          {...reason}
          open={asking}
          onCancel={() => setAsking(false)}
          onConfirm={async (words) => {
            setAsking(false)
            await send({ [reason.field]: words })
          }}
        />
      )}
    </>
  )
}
