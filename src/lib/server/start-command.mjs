// How every script that a person starts reads its arguments, explains itself and reports errors. Plain JavaScript without
// dependencies, because it runs before anything is installed.
import { asksForHelp, describeOptions, readTyped, UsageError } from './command-line.mjs'
import { describeSystemError } from './system-errors.mjs'

/** A problem that the person at the keyboard can solve. */
export class Refusal extends Error {
  exitCode = 1
}

/**
 * Ends the process with one line for a problem that a person can solve, and with the stack of any other error.
 * @returns {never}
 */
export function fail(error) {
  const isForPerson = error instanceof Refusal || error instanceof UsageError
  console.error(isForPerson ? error.message : (describeSystemError(error) ?? error))
  process.exit(error?.exitCode ?? 1)
}

/**
 * @typedef {object} Command
 * @property {string} name what is typed to start it, such as `npm run bench`
 * @property {string[]} about lines of its help
 * @property {string[]} [args] as `readTyped` takes them
 * @property {Record<string, import('./command-line.mjs').TypedOption>} [options]
 */

/**
 * Begins a script: prints its help (exit code 0), or one line on wrong arguments (exit code 2), or returns what was given.
 * Errors that nothing catches from then on end the process as `fail` does.
 * @param {Command} command
 * @param {string[]} [typed]
 * @returns {import('./command-line.mjs').Typed}
 */
export function startCommand({ name, about, args = [], options = {} }, typed = process.argv.slice(2)) {
  process.on('uncaughtException', fail)
  // npm takes options for itself that are not behind --.
  const call = name.startsWith('npm ') ? `${name} --` : name
  if (asksForHelp(typed)) {
    const given = [...(Object.keys(options).length > 0 ? ['[OPTIONS]'] : []), ...args]
    const usage = given.length > 0 ? [call, ...given].join(' ') : name
    console.log([`Usage: ${usage}`, '', ...about, ...describeOptions(options)].join('\n'))
    process.exit(0)
  }
  try {
    return readTyped(typed, args, options)
  } catch (error) {
    return fail(error instanceof UsageError ? usageError(error.message, call) : error)
  }
}

/** @param {string} message @param {string} call */
const usageError = (message, call) => new UsageError(`${message}. See: ${call} --help`)
