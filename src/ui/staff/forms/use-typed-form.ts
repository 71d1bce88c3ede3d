import { useEffect, useState } from 'react'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { hasFields } from '#lib/both/told.ts'
import { $staff } from '#lib/browser/staff/staff-session.ts'
import { readRequestKey } from '#lib/browser/staff/send-once.ts'
import { openTyped } from '#lib/browser/staff/typed-text.ts'
import { STORING, valuesOf, type FieldValue, type FormField, type FormValues } from './form-values.ts'

/** State of a form. */
export interface TypedForm {
  begun: FormValues
  values: FormValues
  /** Version of what is edited, where it has one. */
  version: number | undefined
  /** Name of its request that was sent and not answered (send-once.ts). */
  key?: string | undefined
}

/**
 * Keeps what is typed in a form until it is sent (typed-text.ts).
 * @param name unique within the console, as `formName`
 * @param fresh the form as it begins without kept values
 */
export function useTypedForm(name: string, fields: readonly FormField[], fresh: TypedForm) {
  // A member who logs in later in another tab did not type this.
  const [form] = useState(() => openTypedForm($staff.get()?.id ?? 0, name, fields, fresh))
  useEffect(() => form.watch(), [form])
  return form
}

/**
 * Opens a form with its kept values.
 * @returns `first`: the state to begin with; `at`: when its kept values were typed, in milliseconds since 1970. Values are
 * kept with the form's first values and their version, so that another member's change is noticed when it is sent.
 */
export function openTypedForm(staffId: number, name: string, fields: readonly FormField[], fresh: TypedForm) {
  const { typed, keep, drop, watch } = openTyped(staffId, name)
  const restored = typed && readForm(typed.value, fields, fresh)
  const names = fields.filter(isKept).map((field) => field.name)
  return {
    first: restored ?? fresh,
    at: restored && typed.at,
    drop,
    watch,
    /** Deletes the draft of a form that is as it began. @returns false when the values are too long to be kept */
    keep: ({ begun, values, version, key }: TypedForm): boolean => {
      const stored = (from: FormValues) =>
        valuesIn(
          Object.fromEntries(names.map((field) => [field, from[field] === STORING ? begun[field] : from[field]])),
          names,
        )
      const form = { version, key, begun: stored(begun), values: stored(values) }
      if (key !== undefined || !isSame(form.values, form.begun)) return keep(form)
      drop()
      return true
    },
  }
}

/** False for codes: they are of use once. */
const isKept = ({ autoComplete }: FormField) => autoComplete !== 'one-time-code' && autoComplete !== 'off'

/** @returns undefined when nothing of the form was typed */
function readForm(stored: unknown, fields: readonly FormField[], fresh: TypedForm): TypedForm | undefined {
  if (!hasFields(stored) || !hasFields(stored.begun) || !hasFields(stored.values)) return undefined
  const names = fields.filter(isKept).map((field) => field.name)
  const storedBegun = valuesIn(stored.begun, names)
  const typed = valuesIn(stored.values, names)
  const version = typeof stored.version === 'number' ? stored.version : undefined
  const key = readRequestKey(stored.key)
  // What was sent without an answer is sent again as it was.
  if (version === undefined && key === undefined) {
    // A form without a version may begin with other values now, such as a date. What was typed goes into it.
    const changed = names.filter((name) => name in typed && !isSameValue(typed[name], storedBegun[name]))
    const values = { ...fresh.begun, ...valuesIn(typed, changed) }
    return isSame(values, fresh.begun) ? undefined : { begun: fresh.begun, values, version }
  }
  const begun = { ...fresh.begun, ...storedBegun }
  const values = { ...begun, ...typed }
  return key === undefined && isSame(values, begun) ? undefined : { begun, values, version, key }
}

function valuesIn(stored: Record<string, unknown>, names: readonly string[]): FormValues {
  return Object.fromEntries(names.map((name) => [name, stored[name]] as const).filter(hasValue))
}

const hasValue = (entry: readonly [string, unknown]): entry is [string, FieldValue] =>
  ['string', 'boolean'].includes(typeof entry[1]) ||
  (Array.isArray(entry[1]) && entry[1].every((one) => typeof one === 'string'))

const isSameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Compares the values of two forms with the same fields. */
export function isSame(one: FormValues, other: FormValues): boolean {
  return Object.keys(one).every((name) => isSameValue(one[name], other[name]))
}

/** A form as it begins. */
export function freshForm(fields: readonly FormField[], initial: Record<string, unknown>, version?: number): TypedForm {
  const begun = valuesOf(fields, initial)
  return { begun, values: begun, version }
}

/**
 * Tells forms of the console apart: by page, call, and what the call is about.
 * @param also ids among these are part of the name
 * @param about see `StaffFormProps`
 */
export function formName({ path }: Endpoint, params: unknown, also: object = {}, about?: string | number): string {
  const ids = Object.entries(also).filter(([name]) => name === 'id' || name.endsWith('_id'))
  return `form:${location.pathname}:${path}:${JSON.stringify([params, ...ids, about])}`
}
