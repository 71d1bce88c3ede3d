import { shownOf, type FormField, type FormValues } from './form-values.ts'

/** What somebody else has made of the fields of a form while it was open. */
export interface Meanwhile {
  who: string
  /** The version to save over. */
  version: number
  /** What the fields hold now, of those that the refusal names. */
  now: FormValues
  /** Fields that the other has changed. */
  theirs: readonly FormField[]
}

/**
 * Reads a refusal (`edited`), whose `errors` have what the fields hold now, as text, and the version.
 * @param begun what the form began with
 * @returns undefined of a refusal that says no version
 */
export function meanwhileOf(
  fields: readonly FormField[],
  begun: FormValues,
  errors: Record<string, string> = {},
): Meanwhile | undefined {
  const version = Number(errors.version)
  if (!Number.isInteger(version) || version < 1) return undefined
  const told = fields.filter(({ name }) => errors[name] !== undefined)
  const now = Object.fromEntries(
    told.map((field) => [field.name, shownOf(field, bodyValue(field, errors[field.name]!))]),
  )
  const theirs = told.filter(({ name }) => JSON.stringify(now[name]) !== JSON.stringify(begun[name]))
  return { who: errors.changed_by ?? 'Somebody else', version, now, theirs }
}

/** A value of a body, of the text that a refusal has for it. */
function bodyValue({ kind }: FormField, text: string): unknown {
  if (kind === 'checkbox') return text === 'true' || text === '1' || text === 'Y'
  if (kind === 'checkboxes') return text.split(/,\s*/).filter(Boolean)
  return text === '' ? null : text
}

/** What the fields hold for whoever keeps what they typed: what only the other has changed is the other's all the same. */
export function keepingMine({ now }: Meanwhile, begun: FormValues, typed: FormValues): FormValues {
  const mine = Object.keys(typed).filter((name) => JSON.stringify(typed[name]) !== JSON.stringify(begun[name]))
  return { ...typed, ...Object.fromEntries(Object.entries(now).filter(([name]) => !mine.includes(name))) }
}
