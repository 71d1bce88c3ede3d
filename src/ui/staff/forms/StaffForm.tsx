import type * as z from 'zod/mini'
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { sendOnce } from '#lib/browser/staff/send-once.ts'
import { staffCall, type NameRequest, type StaffCallOptions } from '#lib/browser/staff/staff-call.ts'
import type { CallInput, Endpoint, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import type { FormRules } from '#lib/both/form-rules.ts'
import { randomName } from '#lib/both/random-name.ts'
import { bindKeys } from '#lib/browser/keys.ts'
import { Spinner } from '../../states/Spinner.tsx'
import { ReasonDialog, type ReasonDialogProps } from '../ReasonDialog.tsx'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { failureWords } from './failure.ts'
import { FormField } from './FormField.tsx'
import { FormProblems } from './FormProblems.tsx'
import {
  bodyOf,
  changedValues,
  fieldsWhile,
  placed,
  problemsOf,
  valuesOf,
  type FieldValue,
  type FormField as Field,
  type FormValues,
} from './form-values.ts'
import { keepingMine, meanwhileOf, type Meanwhile } from './meanwhile.ts'
import { NotSaved } from './NotSaved.tsx'
import { Restored } from './Restored.tsx'
import { useConfirmation, type ConfirmationWords } from './use-confirmation.tsx'
import { formName, freshForm, isSame, useTypedForm } from './use-typed-form.ts'

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
  /**
   * Sent with every field. Where `version` is among it, whoever saves what somebody else has changed meanwhile (`edited`)
   * sees what it says now, and decides.
   */
  also?: Partial<Input<E>>
  /** Tells forms with the same call and ids apart, such as copies of different things: each keeps its own text. */
  about?: string | number | undefined
  /** Field of the body that holds the request's name, of a call that takes it there. */
  keyField?: Name<E>
  /** Asked for before it is sent, and sent as this field: of what cannot be undone. */
  reason?: { field: Name<E> } & Pick<
    ReasonDialogProps,
    'title' | 'message' | 'presets' | 'confirmLabel' | 'danger' | 'readBy'
  >
  /** Of a call that may answer `needs_confirmation`. */
  confirmation?: ConfirmationWords
  onDone: (reply: ReplyOf<E>) => void
  /** Called after a send fails, with its error, which the form shows. */
  onFailed?: (error: unknown) => void
  /** What the form holds then: what was sent, what it began with, or what has become of it. */
  then?: 'keep' | 'begin anew' | ((reply: ReplyOf<E>) => Partial<Input<E>>)
  /** Drawn between the fields and the buttons, of what the fields hold. */
  aside?: (values: FormValues) => ReactNode
  /** Told what the fields hold, at first and after each change. */
  onValues?: (values: FormValues) => void
  onCancel?: () => void
}

/**
 * The one way to make forms of the console: fields, what is wrong with them, and the call. What is typed stays whatever
 * happens, also the end of the session; who leaves with it is asked. Ctrl+Enter sends.
 */
export function StaffForm<E extends Endpoint>(props: StaffFormProps<E>) {
  const { endpoint, rules, submitLabel, params, initial = {}, also, reason, onDone, aside, onValues, onCancel } = props
  const { about, keyField } = props
  const base = useId()
  const idOf = (name: string) => `${base}-${name}`
  const form = useRef<HTMLFormElement>(null)
  /** What is here has been stored, which a page that leads on at once would not have drawn yet. */
  const saved = useRef(false)
  /** The first field that was refused. */
  const toMend = useRef<string>(undefined)
  /** Somebody changed a field since the form was drawn or sent. */
  const touched = useRef(false)
  const name = formName(endpoint, params, also, about)
  const [fresh] = useState(() => freshForm(props.fields, initial, versionIn(also)))
  const { first, at, keep, drop } = useTypedForm(name, props.fields, fresh)
  const key = useRef(first.key)
  const [restoredAt, setRestoredAt] = useState(at)
  const [isKept, setKept] = useState(true)
  const [begun, setBegun] = useState(first.begun)
  const [values, setValues] = useState(first.values)
  const fields = fieldsWhile(props.fields, values)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [above, setAbove] = useState<string[]>([])
  const [meanwhile, setMeanwhile] = useState<Meanwhile>()
  const [version, setVersion] = useState(first.version === fresh.version ? undefined : first.version)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const confirmation = useConfirmation(props.confirmation)
  const changed = !isSame(values, begun)

  useEffect(() => {
    if (!changed) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!saved.current) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [changed])
  const store = () => setKept(keep({ begun, values, version: version ?? versionIn(also), key: key.current }))
  const keepTyped = useEffectEvent(() => {
    if (touched.current) store()
  })
  useEffect(() => keepTyped(), [begun, values, version])
  // Once it is drawn: a text whose preview is shown is written again.
  useEffect(() => {
    if (toMend.current) document.getElementById(idOf(toMend.current))?.focus()
    toMend.current = undefined
  })
  useEffect(() => onValues?.(values), [onValues, values])
  useEffect(() => bindKeys([{ keys: 'Ctrl Enter', does: 'Send the form' }]), [])

  const change = (name: string, value: FieldValue) => {
    // What is on its way is what stands there.
    if (busy) return
    saved.current = false
    touched.current = true
    setValues((before) => changedValues(props.fields, before, name, value))
    setProblems(({ [name]: _, ...others }) => others)
  }
  const refuse = (atFields: Record<string, string>, others: string[]) => {
    setProblems(atFields)
    setAbove(others)
    toMend.current = fields.find(({ name }) => atFields[name])?.name
  }
  const fail = (error: unknown) => {
    const said = error instanceof ApiError && error.status === 422 ? placed(fields, error.errors ?? {}) : undefined
    if (said && Object.keys(said.atFields).length + said.above.length > 0) refuse(said.atFields, said.above)
    else refuse({}, [failureWords(error)])
  }
  const request = (more: Record<string, unknown>, nameRequest: NameRequest) => {
    const named = keyField && { [keyField]: nameRequest(randomName(16)) }
    const body = { ...bodyOf(fields, rules, values, initial), ...also, ...named, ...(version && { version }), ...more }
    return staffCall(endpoint, { params, body, nameRequest } as unknown as CallInput<E> & StaffCallOptions)
  }
  const requestChanged = (more: Record<string, unknown>, nameRequest: NameRequest) =>
    request(more, nameRequest).catch((error: unknown) => {
      const changed = versionIn(also) !== undefined ? changedMeanwhile(error, fields, begun) : undefined
      if (!changed) throw error
      // Something else of it has changed, which this form does not show.
      if (changed.theirs.length === 0) return request({ ...more, version: changed.version }, nameRequest)
      setMeanwhile(changed)
      throw error
    })
  /** @returns false when it failed */
  const send = async (more: Record<string, unknown> = {}): Promise<boolean> => {
    setBusy(true)
    setAbove([])
    setMeanwhile(undefined)
    try {
      const reply = await sendOnce(key, store, (nameRequest) => requestChanged(more, nameRequest))
      const { then } = props
      const next =
        typeof then === 'function' ? valuesOf(props.fields, then(reply)) : then === 'begin anew' ? begun : values
      setBegun(next)
      setValues(next)
      setVersion(undefined)
      setRestoredAt(undefined)
      saved.current = true
      touched.current = false
      drop()
      onDone(reply)
      return true
    } catch (error) {
      const confirmed = await confirmation.ask(error)
      if (confirmed) return await send({ ...more, ...confirmed })
      if (confirmed === undefined) fail(error)
      props.onFailed?.(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  const decide = (found: Meanwhile, next: FormValues) => {
    setVersion(found.version)
    setBegun({ ...begun, ...found.now })
    setValues(next)
    setAbove([])
    setMeanwhile(undefined)
    document.getElementById(idOf((found.theirs[0] ?? fields[0]!).name))?.focus()
  }
  const discard = () => {
    drop()
    key.current = undefined
    touched.current = false
    setRestoredAt(undefined)
    setVersion(undefined)
    setBegun(fresh.begun)
    setValues(fresh.begun)
    refuse({}, [])
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
        {restoredAt !== undefined && <Restored at={restoredAt} wasSent={first.key !== undefined} onDiscard={discard} />}
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
        {aside?.(values)}
        <FormProblems problems={above}>
          {meanwhile && (
            <ChangedMeanwhile
              meanwhile={meanwhile}
              onKeepMine={() => decide(meanwhile, keepingMine(meanwhile, begun, values))}
              onTakeTheirs={() => decide(meanwhile, { ...values, ...meanwhile.now })}
            />
          )}
        </FormProblems>
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
            <button type="button" className="btn btn-ghost" disabled={busy} onClick={() => (drop(), onCancel())}>
              Cancel
            </button>
          )}
          {changed && !busy && <NotSaved isKept={isKept} />}
        </div>
      </form>
      {confirmation.dialog}
      {reason && (
        <ReasonDialog
          {...reason}
          keeps={name}
          open={asking}
          onCancel={() => setAsking(false)}
          onConfirm={async (words) => {
            setAsking(false)
            return send({ [reason.field]: words })
          }}
        />
      )}
    </>
  )
}

const versionIn = (also: object | undefined): number | undefined =>
  also !== undefined && 'version' in also ? (also.version as number) : undefined

function changedMeanwhile(error: unknown, fields: readonly Field[], begun: FormValues): Meanwhile | undefined {
  return error instanceof ApiError && error.code === 'edited' ? meanwhileOf(fields, begun, error.errors) : undefined
}
