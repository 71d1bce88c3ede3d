import type { Config } from '#api/config.ts'
import type { Services } from '#api/context.ts'

/** What a command works with: the server's own data, whether the server runs or not. */
export interface StaffContext extends Pick<Services, 'db' | 'engine' | 'now' | 'links' | 'files' | 'log'> {
  config: Config
}

export interface StaffOption {
  /** What its value is called in the help; an option without is a switch. */
  value?: string
  required?: boolean
  about: string
}

/** What was typed after a command's name. */
export interface Given {
  args: string[]
  /** Values by the option's name; a switch that was given is ''. */
  options: Record<string, string>
}

export interface StaffCommand {
  /** The words that choose it: `ticket reply`. */
  name: string
  /** The arguments, all required, as the help calls them: `ID`. */
  args: string[]
  options: Record<string, StaffOption>
  summary: string
  /** @returns what is printed; throws UsageError, or any typed error of the server's functions */
  run: (ctx: StaffContext, given: Given) => Promise<string>
}

/** The command was typed wrongly; the process ends with 2 instead of 1. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** `npm run staff -- ticket reply ID --message TEXT [--as NAME]` */
export function usageOf({ name, args, options }: StaffCommand): string {
  const given = Object.entries(options).map(([option, { value, required }]) => {
    const words = value ? `--${option} ${value}` : `--${option}`
    return required ? words : `[${words}]`
  })
  return ['npm run staff --', name, ...args, ...given].join(' ')
}

/** A number from 1 that was typed as an argument or an option. */
export function wholeNumber(text: string, what: string): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > 2_147_483_647) throw new UsageError(`${what} must be a number from 1, not '${text}'`)
  return number
}

/** The page that `--page` asks for. */
export function pageOf({ options }: Given): number {
  return options.page === undefined ? 1 : wholeNumber(options.page, '--page')
}

export const pageOption: StaffOption = { value: 'N', about: 'the page to show, from 1' }
