import type { ReactNode } from 'react'
import type { FieldRule, FormRules } from '#lib/both/form-rules.ts'
import { paiseOf } from '#lib/both/money.ts'
import { indianDateTime, indianTime } from '#lib/both/time/clock.ts'
import { isDay } from '#lib/both/time/days.ts'
import { hasAtMost } from '#lib/both/text/count-characters.ts'

interface Option {
  value: string | number
  label: string
}

/** A field of a form. What its rule is follows from its name (`formRules`). */
export type FormField<Name extends string = string> = {
  /** The body's field. */
  name: Name
  label: string
  hint?: string
  /** The whole width of the form; a textarea always has it. */
  wide?: boolean
  placeholder?: string
  autoComplete?: string
  /** What somebody reads who leaves it empty, of a field that must be filled wherever it is drawn. */
  needed?: string
  /** Drawn and sent only then. Of several with one name at most one is. */
  when?: (values: FormValues) => boolean
} &
  /** `suggestions`: what is offered while one types, and may be something else. */
  (
    | { kind: 'text'; suggestions?: readonly string[] }
    | { kind: 'email' | 'number' | 'phone' }
    | { kind: 'textarea'; rows?: number }
    /** A list that is pasted, or read from a file. */
    | { kind: 'pasted'; rows?: number; accept: string }
    /** Rupees are typed, paise are sent. */
    | { kind: 'rupees' }
    /** A day: yyyy-mm-dd. */
    | { kind: 'date' }
    /** A wall clock in India is chosen, milliseconds since 1970 are sent. */
    | { kind: 'datetime' }
    /** `none` stands for no choice, where there may be none. */
    | { kind: 'select'; options: readonly Option[]; none?: string }
    | { kind: 'checkbox' }
    | { kind: 'checkboxes'; options: readonly Option[] }
    /** A picture that is stored when it is chosen; its address is sent. */
    | { kind: 'picture'; shape: 'wide' | 'tall'; store: StorePicture }
    /**
     * A text in Markdown. `look` asks the server what becomes of it, for a field without a preview of its own beside it; `store`
     * stores pictures that are inserted, where there may be any.
     */
    | { kind: 'markdown'; rows?: number; look?: MarkdownLook; store?: StorePicture }
    /** A file that is stored when it is chosen; the name that it is stored under is sent. `called`: what the first is called. */
    | { kind: 'file'; files: FormFiles; called?: string }
  )

/** How a text in Markdown will be shown. */
export interface MarkdownLook {
  preview: (text: string) => Promise<{ html: string; warnings: string[] }>
  show: (html: string) => ReactNode
}

/** Stores a picture. @returns its address @throws ApiError with `errors.picture` */
export type StorePicture = (file: File) => Promise<string>

/** Stores and shows the files of a field. */
export interface FormFiles {
  /** As an input says what may be chosen. */
  accept: string
  /** The same for people: 'MP3 or OGG, at most 32 MB.' */
  takes: string
  /** Bytes. */
  most: number
  tooLarge: string
  /** @param onProgress is told from 0 to 1 how much is sent @throws ApiError with `errors.file` */
  store: (
    file: File,
    onProgress: (sent: number) => void,
    signal: AbortSignal,
  ) => Promise<{ file: string; name: string; size: number; address: string }>
  look: (file: string, signal: AbortSignal) => Promise<{ size: number; address: string }>
}

/** Stands in the place of a file's name while the file is being stored. */
export const STORING = 'storing'

/** What a field of the page holds: text, whether it is ticked, or what of a group is. */
export type FieldValue = string | boolean | readonly string[]

export type FormValues = Record<string, FieldValue>

/** The fields that are drawn and sent while the form holds these. */
export function fieldsWhile<Field extends FormField>(fields: readonly Field[], values: FormValues): Field[] {
  return fields.filter(({ when }) => when === undefined || when(values))
}

/** What the form holds after a change: a field that takes the place of another of its name begins empty. */
export function changedValues(
  fields: readonly FormField[],
  before: FormValues,
  name: string,
  value: FieldValue,
): FormValues {
  const changed = { ...before, [name]: value }
  const [were, are] = [fieldsWhile(fields, before), fieldsWhile(fields, changed)]
  const replaced = are.filter((field) => were.some((other) => other.name === field.name && other !== field))
  return { ...changed, ...valuesOf(replaced, {}) }
}

/** What the fields show of a body. */
export function valuesOf(fields: readonly FormField[], body: Record<string, unknown>): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, shownOf(field, body[field.name])]))
}

/** What a field shows of a value of the body. */
export function shownOf({ kind }: FormField, value: unknown): FieldValue {
  if (kind === 'checkbox') return value === true || value === 1 || value === 'Y'
  if (kind === 'checkboxes') return Array.isArray(value) ? value.map(String) : []
  if (value === undefined || value === null) return ''
  if (kind === 'rupees') return (Number(value) / 100).toFixed(2).replace('.00', '')
  if (kind === 'datetime') return indianDateTime(Number(value)).slice(0, 16).replace(' ', 'T')
  return String(value)
}

/**
 * The body that the fields make. Fields that are left empty are left out, null, or sent as they are, as the rule says.
 * @param begun what the form began with: a time that nobody touched keeps its seconds, which no field shows
 */
export function bodyOf(
  fields: readonly FormField[],
  rules: FormRules,
  values: FormValues,
  begun: Record<string, unknown> = {},
): Record<string, unknown> {
  const sent = fields.flatMap((field) => {
    const [value, before] = [values[field.name]!, begun[field.name]]
    const untouched = field.kind === 'datetime' && value !== '' && value === shownOf(field, before)
    const own = untouched ? before : sentOf(field, rules[field.name], value)
    return own === undefined ? [] : [[field.name, own] as const]
  })
  return Object.fromEntries(sent)
}

function sentOf(field: FormField, rule: FieldRule | undefined, value: FieldValue): unknown {
  if (typeof value === 'boolean') {
    if (rule?.type === 'yes-no') return value ? 'Y' : 'N'
    return rule?.type === 'number' ? Number(value) : value
  }
  if (typeof value !== 'string') return value.map((one) => optionOf(field, one))
  const typed = trimmed(value)
  if (typed === '') return rule?.empty === 'left out' ? undefined : rule?.empty === 'null' ? null : ''
  if (field.kind === 'rupees') return paiseOf(Number(typed))
  if (field.kind === 'datetime') return instantOf(typed)
  if (field.kind === 'select') return optionOf(field, value)
  // Words are kept as they were typed; what the contract trims the server trims.
  return rule?.type === 'number' ? Number(typed) : value
}

/** As the list of options has it: a number, perhaps. */
function optionOf(field: FormField, value: string): string | number {
  const options = 'options' in field ? field.options : []
  return options.find((one) => String(one.value) === value)?.value ?? value
}

const trimmed = (value: string) => value.trim()

/** The instant of a wall clock in India. @param wall `2026-11-20T18:30`, as an input has it */
export function instantOf(wall: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = wall.split(/\D/).map(Number)
  return indianTime(year, month, day, hour, minute)
}

/** What a field must hold: what its rule says, and that it is filled where it must be. */
export function ruleOf({ needed }: FormField, rule: FieldRule | undefined): FieldRule | undefined {
  return needed === undefined ? rule : { type: 'text', empty: 'itself', ...rule, required: needed }
}

/** What is wrong with each field that can be seen before it is sent. */
export function problemsOf(fields: readonly FormField[], rules: FormRules, values: FormValues): Record<string, string> {
  const found = fields.flatMap((field) => {
    const problem = problemOf(field, ruleOf(field, rules[field.name]), values[field.name]!)
    return problem ? [[field.name, problem] as const] : []
  })
  return Object.fromEntries(found)
}

function problemOf(field: FormField, rule: FieldRule | undefined, value: FieldValue): string | undefined {
  if (value === STORING && field.kind === 'file') return 'This file is still being stored. Please wait for it.'
  if (!rule || typeof value === 'boolean') return undefined
  const filled = typeof value === 'string' ? trimmed(value) : value
  if (filled.length === 0) return rule.required
  const formed = typeof filled === 'string' ? badlyFormed(field, rule, filled) : undefined
  if (formed) return formed
  const { shortest, longest, pattern } = rule
  if (shortest && filled.length < shortest.value) return shortest.says
  if (longest && !isWithin(filled, longest.value)) return longest.says
  if (pattern && typeof filled === 'string' && !new RegExp(pattern.source).test(filled)) return pattern.says
  return undefined
}

/** Whether a text has at most so many characters, or a list so many entries. */
function isWithin(filled: string | readonly string[], most: number): boolean {
  return typeof filled === 'string' ? hasAtMost(filled, most) : filled.length <= most
}

/** Of what is no text in the end: whether it can be read, and is within bounds. */
function badlyFormed(field: FormField, rule: FieldRule, typed: string): string | undefined {
  if (field.kind === 'date' && !isDay(typed)) return 'Please choose a day.'
  if (field.kind === 'datetime' && !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(typed)) return 'Please choose a day and a time.'
  if (field.kind === 'rupees' && !/^\d{1,9}(\.\d{1,2})?$/.test(typed)) return 'Rupees, such as 499 or 499.50.'
  if (rule.type !== 'number' || field.kind === 'select') return undefined
  if (field.kind === 'number' && !/^-?\d{1,15}(\.\d{1,6})?$/.test(typed)) return 'Please enter a number.'
  const number = Number(sentOf(field, rule, typed))
  if (rule.also?.includes(number)) return undefined
  if (rule.whole && !Number.isInteger(number)) return rule.least?.says ?? 'Please enter a whole number.'
  if (rule.least && number < rule.least.value) return rule.least.says
  if (rule.most && number > rule.most.value) return rule.most.says
  return undefined
}

/**
 * Which of a refusal's words stand at a field of the form, and which above all of them: `phones.2` is at `phones`.
 * @param errors as the server names them
 */
export function placed(
  fields: readonly FormField[],
  errors: Record<string, string>,
): { atFields: Record<string, string>; above: string[] } {
  const atFields: Record<string, string> = {}
  const above: string[] = []
  for (const [name, words] of Object.entries(errors)) {
    const field = fields.find((one) => one.name === name || name.startsWith(`${one.name}.`))
    if (field) atFields[field.name] ??= words
    else above.push(words)
  }
  return { atFields, above }
}
