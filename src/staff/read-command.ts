import { asksForHelp, readTyped, UsageError } from '#lib/server/command-line.mjs'
import { usageOf, type Given, type StaffCommand } from './command.ts'

/** Where the help is. */
const SEE_HELP = 'See: npm run staff -- --help'

/**
 * Finds the command that was typed, and what was given to it.
 * @returns undefined when only help was asked for
 * @throws UsageError
 */
export function readCommand(
  commands: StaffCommand[],
  typed: string[],
): { command: StaffCommand; given: Given } | { help: string } {
  const help = asksForHelp(typed)
  const words = help ? typed.filter((word) => word !== '--help' && word !== '-h') : typed
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  if (typed.length === 0 || help) return { help: command ? helpOn(command) : helpOnAll(commands) }
  if (!command) throw new UsageError(`There is no command '${words.slice(0, 2).join(' ')}'. ${SEE_HELP}`)
  return { command, given: readGiven(command, words.slice(command.name.split(' ').length)) }
}

function readGiven(command: StaffCommand, words: string[]): Given {
  try {
    return readTyped(words, command.args, command.options)
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${error.message}. Usage: ${usageOf(command)}`) : error
  }
}

function helpOnAll(commands: StaffCommand[]): string {
  const width = Math.max(...commands.map(({ name, args }) => [name, ...args].join(' ').length))
  return [
    'Usage: npm run staff -- COMMAND',
    '',
    ...commands.map(({ name, args, summary }) => `  ${[name, ...args].join(' ').padEnd(width)}  ${summary}`),
    '',
    'Works on the data that DATA_DIR or DATABASE_URL name, while the server runs too.',
    'More on one of them: npm run staff -- COMMAND --help',
  ].join('\n')
}

function helpOn(command: StaffCommand): string {
  const options = Object.entries(command.options).map(
    ([option, { value, about }]) => [value ? `--${option} ${value}` : `--${option}`, about] as const,
  )
  const width = Math.max(0, ...options.map(([words]) => words.length))
  return [
    `Usage: ${usageOf(command)}`,
    '',
    command.summary,
    ...(options.length > 0 ? ['', ...options.map(([words, about]) => `  ${words.padEnd(width)}  ${about}`)] : []),
  ].join('\n')
}
