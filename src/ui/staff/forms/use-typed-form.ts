import { useState } from 'react'
import { hasFields } from '#lib/both/told.ts'
import { $staff } from '#lib/browser/staff/staff-session.ts'
import { dropTyped, keepTyped, readTyped } from '#lib/browser/staff/typed-text.ts'
import { STORING, valuesOf, type FieldValue, type FormField, type FormValues } from './form-values.ts'

/** State of a form. `version` is of what is edited, where it has one. */
export interface TypedForm {
  begun: FormValues
  values: FormValues
  version: number | undefined
}

/**
 * Keeps what is typed in a form until it is sent (typed-text.ts).
 * @param name unique within the console
 * @param fresh the form as it begins without kept values
 * @returns `first`: the state to begin with; `at`: when its kept values were typed, in milliseconds since 1970. Values are
 * kept with the form's first values and their version, so that another member's change is noticed when it is sent.
 */
export function useTypedForm(name: string, fields: readonly FormField[], fresh: TypedForm) {
  // A member who logs in later in another tab did not type this.
  const [staffId] = useState(() => $staff.get()?.id ?? 0)
  const [restored] = useState(() => {
    const typed = readTyped(staffId, name)
    const form = typed && readForm(typed.value, fields, fresh)
    return form && { form, at: typed.at }
  })
  return {
    first: restored?.form ?? fresh,
    at: restored?.at,
    /** @returns false when the values are too long to be kept */
    keep: ({ begun, values, version }: TypedForm) =>
      keepTyped(staffId, name, {
        ...(version !== undefined && { version }),
        begun,
        values: Object.fromEntries(
          Object.entries(values).map(([field, value]) => [field, value === STORING ? begun[field] : value]),
        ),
      }),
    drop: () => dropTyped(staffId, name),
  }
}

/** Fields whose values are of use only once, or at once. */
const isKept = ({ autoComplete }: FormField) => autoComplete !== 'one-time-code' && autoComplete !== 'off'

/** @returns undefined when nothing of the form was typed */
function readForm(stored: unknown, fields: readonly FormField[], fresh: TypedForm): TypedForm | undefined {
  if (!hasFields(stored) || !hasFields(stored.begun) || !hasFields(stored.values)) return undefined
  const names = fields.filter(isKept).map((field) => field.name)
  const storedBegun = valuesIn(stored.begun, names)
  const typed = valuesIn(stored.values, names)
  const version = typeof stored.version === 'number' ? stored.version : undefined
  if (version === undefined) {
    // A form without a version may begin with other values now, such as a date. What was typed goes into it.
    const changed = names.filter((name) => name in typed && !isSameValue(typed[name], storedBegun[name]))
    const values = { ...fresh.begun, ...valuesIn(typed, changed) }
    return isSame(values, fresh.begun) ? undefined : { begun: fresh.begun, values, version }
  }
  const begun = { ...fresh.begun, ...storedBegun }
  const values = { ...begun, ...typed }
  return isSame(values, begun) ? undefined : { begun, values, version }
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
