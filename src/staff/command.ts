import { hostname } from 'node:os'
import type { Config } from '#core/config.ts'
import type { Services } from '#core/context.ts'
import type { StaffWork } from '#core/staff/staff-log.ts'
import { indianDateTime, indianTime, SECOND } from '#lib/both/time/clock.ts'
import { UsageError, type Typed, type TypedOption } from '#lib/server/command-line.mjs'
import { safe } from './print.ts'

/** What a command works with: the server's own data, whether the server runs or not. */
export interface StaffContext extends Pick<Services, 'db' | 'engine' | 'now' | 'links' | 'files' | 'log'> {
  config: Config
  /** Facts of the site, such as the support's phone. */
  site: Services['site']
  /** The payment provider of the settings. @throws ConfigError where they are wrong */
  payments: () => Services['payments']
  /** Who types, as the system knows them. */
  person: string
  /** The words that chose the command. */
  command: string
  /** The name of this run in the log. */
  requestId: string
}

export interface StaffOption extends TypedOption {
  about: string
}

/** What was typed after a command's name. */
export type Given = Typed

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

/** Paise of rupees as they are typed: `1180`, `1,180.50`. */
export function rupeesTyped(text: string, what: string): number {
  const [, rupees, paise = ''] = /^(\d[\d,]{0,12})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (rupees === undefined) throw new UsageError(`${what} must be rupees such as 1180 or 1180.50, not '${safe(text)}'`)
  return Number(rupees.replaceAll(',', '')) * 100 + Number(paise.padEnd(2, '0'))
}

/** The instant of a time that was typed, in India: `2026-11-20 09:30`, with seconds or without. */
export function instantTyped(text: string, what: string): number {
  const [, year, month, day, hour, minute, second = '0'] =
    /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)(?::(\d\d))?$/.exec(text.trim()) ?? []
  const instant =
    indianTime(Number(year), Number(month), Number(day), Number(hour), Number(minute)) + Number(second) * SECOND
  if (Number.isNaN(instant) || indianDateTime(instant).slice(0, 16) !== text.trim().slice(0, 16))
    throw new UsageError(`${what} must be a time like '2026-11-20 09:30:00', not '${safe(text)}'`)
  return instant
}

/** The page that `--page` asks for. */
export function pageOf({ options }: Given): number {
  return options.page === undefined ? 1 : wholeNumber(options.page, '--page')
}

/** Whose work it is and why, for the log: every command that changes something for a learner has them. */
export const workOptions: Record<'reason' | 'as', StaffOption> = {
  reason: {
    value: 'TEXT',
    required: true,
    about: 'why, for the log; the learner can read it in the download of their data',
  },
  as: { value: 'NAME', about: 'who does it, for the log; who is logged in at this machine is there in any case' },
}

/** What the log keeps of who does it, and why. */
export function workOf({ now, person, command, requestId }: StaffContext, { options }: Given): StaffWork {
  const name = options.as?.trim()
  return {
    staffId: null,
    who: name ? `${name} (${person})` : person,
    address: hostname(),
    call: `npm run staff -- ${command}`,
    requestId,
    reason: options.reason ?? '',
    now: now(),
  }
}

export const pageOption: StaffOption = { value: 'N', about: 'the page to show, from 1' }
