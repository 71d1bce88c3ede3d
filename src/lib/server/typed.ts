import { parseArgs } from 'node:util'

/** A command was typed wrongly: the process ends with 2 instead of 1. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export interface TypedOption {
  /** What its value is called in the help; an option without is a switch. */
  value?: string
  required?: boolean
}

export interface Typed {
  args: string[]
  /** Values by the option's name; a switch that was given is ''. */
  options: Record<string, string>
}

/**
 * Reads what was typed after a command's name.
 * @param args what its arguments are called; a last one in brackets, `[FILE]`, may be left out
 * @throws UsageError that says what is wrong with it
 */
export function readTyped(typed: string[], args: string[], known: Record<string, TypedOption>): Typed {
  const { values, positionals } = parsed(typed, known)
  const options: Typed['options'] = {}
  for (const [option, value] of Object.entries(values)) options[option] = typeof value === 'string' ? value : ''
  for (const [option, { value, required }] of Object.entries(known)) {
    if (value && options[option] !== undefined && !options[option].trim()) throw needsValue(option, value)
    if (required && options[option] === undefined) throw new UsageError(`--${option} is missing`)
  }
  const missing = args.slice(positionals.length).find((name) => !name.startsWith('['))
  if (missing) throw new UsageError(`${missing} is missing`)
  const extra = positionals[args.length]
  if (extra !== undefined) throw new UsageError(`'${extra}' is a word too many`)
  return { args: positionals, options }
}

/** Whether only help was asked for. */
export function asksForHelp(typed: string[]): boolean {
  const end = typed.indexOf('--')
  return typed.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h')
}

const needsValue = (option: string, value: string) => new UsageError(`--${option} needs a value: ${value}`)

function parsed(typed: string[], known: Record<string, TypedOption>) {
  const entries = Object.entries(known)
  const options = Object.fromEntries(
    entries.map(([option, { value }]) => [option, { type: value ? ('string' as const) : ('boolean' as const) }]),
  )
  // Not strict, so that what is wrong can be said in words of our own.
  const { values, positionals, tokens } = parseArgs({
    args: typed,
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const option = known[token.name]
    if (!option) throw new UsageError(`There is no option ${token.rawName}`)
    if (!option.value && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`)
    // `--reason --as Divya`: a value that begins so is given with =
    const swallowed = !token.inlineValue && token.value?.startsWith('--')
    if (option.value && (token.value === undefined || swallowed)) throw needsValue(token.name, option.value)
  }
  return { values, positionals }
}
