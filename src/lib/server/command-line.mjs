// @ts-check
// Arguments and options of every command. Plain JavaScript, because scripts read theirs before anything is installed.
import { parseArgs } from 'node:util'

/**
 * @typedef {object} TypedOption
 * @property {string} [value] name of its value in the help; an option without one is a switch
 * @property {boolean} [required]
 * @property {number} [from] the value is a whole number, at least this
 * @property {number} [to] largest number; without one any
 * @property {readonly string[]} [oneOf] the only values
 * @property {readonly string[]} [listOf] the value is one of these, or several with commas between them
 * @property {string} [about] explanation in the help
 */

/**
 * @typedef {object} Typed
 * @property {string[]} args
 * @property {Record<string, string>} options values by name of the option; a switch that was given is ''
 */

/** Wrong arguments or options of a command. */
export class UsageError extends Error {
  /** @override */
  name = 'UsageError'
  /** Exit code of the process. */
  exitCode = 2
}

/**
 * Reads the arguments and options of a command.
 * @param {string[]} typed
 * @param {string[]} args names of the arguments; `[FILE]` is optional, and a last `[NAME…]` takes any number
 * @param {Record<string, TypedOption>} known
 * @returns {Typed}
 * @throws UsageError that names the argument or option
 */
export function readTyped(typed, args, known) {
  const { values, positionals } = parsed(typed, known)
  /** @type {Typed['options']} */
  const options = {}
  for (const [option, value] of Object.entries(values)) options[option] = typeof value === 'string' ? value : ''
  for (const [option, about] of Object.entries(known)) {
    const given = options[option]
    if (given !== undefined) checkValue(option, given, about)
    else if (about.required) throw new UsageError(`--${option} is missing`)
  }
  const missing = args.slice(positionals.length).find((name) => !name.startsWith('['))
  if (missing) throw new UsageError(`${missing} is missing`)
  const extra = args.at(-1)?.endsWith('…]') ? undefined : positionals[args.length]
  if (extra !== undefined) throw new UsageError(`'${extra}' is a word too many`)
  return { args: positionals, options }
}

/**
 * Whether help was asked for.
 * @param {string[]} typed
 */
export function asksForHelp(typed) {
  const end = typed.indexOf('--')
  return typed.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h')
}

/**
 * Lists options for a help text, one line each.
 * @param {Record<string, TypedOption>} options
 */
export function describeOptions(options) {
  const entries = Object.entries(options).map(([option, { value, about = '' }]) => ({
    words: value ? `--${option}=${value}` : `--${option}`,
    about,
  }))
  const width = Math.max(0, ...entries.map(({ words }) => words.length))
  return entries.map(({ words, about }) => `  ${words.padEnd(width)}  ${about}`.trimEnd())
}

/** @param {string} option @param {string} given @param {TypedOption} about */
function checkValue(option, given, { value, from, to, oneOf, listOf }) {
  if (!value) return
  if (!given.trim()) throw missingValue(option, value)
  if (oneOf && !oneOf.includes(given))
    throw new UsageError(`--${option} must be ${oneOf.join(' or ')} (it is '${given}')`)
  const unknown = listOf && given.split(',').find((name) => !listOf.includes(name))
  if (unknown !== undefined)
    throw new UsageError(`--${option}: there is no '${unknown}'. There are ${listOf?.join(', ')}`)
  if (from === undefined) return
  const number = /^\d{1,15}$/.test(given) ? Number(given) : -1
  if (number >= from && number <= (to ?? Infinity)) return
  const range = to === undefined ? `of at least ${from}` : `from ${from} to ${to}`
  throw new UsageError(`--${option} must be a whole number ${range} (it is '${given}')`)
}

/** @param {string} option @param {string} value */
const missingValue = (option, value) => new UsageError(`--${option} needs a value: ${value}`)

/** @param {string[]} typed @param {Record<string, TypedOption>} known */
function parsed(typed, known) {
  const options = Object.fromEntries(
    Object.entries(known).map(([option, { value }]) => [
      option,
      { type: /** @type {'string' | 'boolean'} */ (value ? 'string' : 'boolean') },
    ]),
  )
  // Not strict, so that errors have words of our own.
  const { values, positionals, tokens } = parseArgs({
    args: typed,
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined
    if (!option) throw new UsageError(`There is no option ${token.rawName}`)
    if (!option.value && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`)
    // `--reason --as Divya`: a value that begins so is given with =
    const swallowed = !token.inlineValue && token.value?.startsWith('--')
    if (option.value && (token.value === undefined || swallowed)) throw missingValue(token.name, option.value)
  }
  return { values, positionals }
}
