import { phoneIn, reachablePhone, type Phone } from '#features/auth/server/codes/phone.ts'
import {
  addStaff,
  changeStaff,
  endStaff,
  resetStaff,
  returnStaff,
  unlockStaff,
} from '#features/staff/server/change-staff.ts'
import { setMemberPhone } from '#features/staff/team/server/member-phone.ts'
import { listStaff, staffByPhone } from '#features/staff/server/staff-accounts.ts'
import { MAX_PROOF, MOST_STAFF_NAME } from '#features/staff/staff.rules.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { everyRole, rolesIn, type StaffRole } from '#lib/both/staff-roles.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import { UsageError } from '#lib/server/command-line.mjs'
import { hasAtMost } from '#lib/both/text/count-characters.ts'
import { workOf, workOptions, type Given, type StaffCommand, type StaffContext } from '../command.ts'
import { brief, columns, safe } from '../print.ts'

/** Who of the staff exists. Screens do the same for owners; the first owner is made here. */

const NAME = { value: 'NAME', about: 'as learners read it at answers' }
const ROLES = { value: 'ROLES', about: `with commas between them: ${everyRole.join(', ')}` }

const owner: StaffCommand = {
  name: 'owner',
  args: ['PHONE'],
  options: { name: NAME, as: workOptions.as },
  summary: 'Makes somebody an owner, the first one too: they log in at /staff and set up a second factor',
  run: async (ctx, given) => {
    const phone = phoneOf(given)
    const work = { ...workOf(ctx, given), reason: 'Made an owner with a command' }
    const known = await staffByPhone(ctx.db, phone)
    const name = nameOf(given.options.name ?? known?.name ?? 'Owner')
    if (!known) {
      await addStaff(ctx.db, work, { name, ...phone, roles: ['owner'] })
    } else {
      if (known.left_at !== null) await returnStaff(ctx.db, work, known.id)
      const { version } = (await staffByPhone(ctx.db, phone))!
      const roles = everyRole.filter((role) => role === 'owner' || known.roles.includes(role))
      await changeStaff(ctx.db, work, { id: known.id, version, name, roles })
    }
    return `${safe(name)} (+${phone.countryCode} ${phone.phone}) is an owner, and logs in at /staff`
  },
}

const list: StaffCommand = {
  name: 'team',
  args: [],
  options: {},
  summary: 'Lists the staff',
  run: async ({ db }) => {
    const team = await listStaff(db)
    if (team.length === 0) return 'Nobody. The first owner: npm run staff -- owner PHONE'
    const rows = team.map((member) => [
      brief(member.name, 30),
      `+${member.country_code} ${member.phone}`,
      member.roles.join(', '),
      member.last_logged_on === null ? 'never' : displayTime(member.last_logged_on),
      member.left_at !== null ? 'has left' : member.factors === 0 ? 'no second factor yet' : '',
    ])
    return columns(['NAME', 'PHONE', 'ROLES', 'LAST LOGGED IN', ''], rows)
  },
}

const add: StaffCommand = {
  name: 'team add',
  args: ['PHONE'],
  options: { name: { ...NAME, required: true }, roles: { ...ROLES, required: true }, ...workOptions },
  summary: 'Takes somebody into the staff',
  run: async (ctx, given) => {
    const phone = phoneOf(given)
    const name = nameOf(given.options.name ?? '')
    const roles = rolesOf(given)
    await addStaff(ctx.db, workOf(ctx, given), { name, ...phone, roles })
    return `${safe(name)} is of the staff: ${roles.join(', ')}`
  },
}

const change: StaffCommand = {
  name: 'team roles',
  args: ['PHONE'],
  options: { roles: { ...ROLES, required: true }, ...workOptions },
  summary: 'Changes what somebody of the staff may do, at once',
  run: async (ctx, given) => {
    const { id, version, name } = await meantBy(ctx, given)
    const roles = rolesOf(given)
    await changeStaff(ctx.db, workOf(ctx, given), { id, version, name, roles })
    return `${safe(name)}: ${roles.join(', ')}`
  },
}

/** A command that does something with somebody of the staff. */
function onMember(
  verb: string,
  summary: string,
  act: (db: StaffContext['db'], work: ReturnType<typeof workOf>, id: number) => Promise<void>,
  said: string,
): StaffCommand {
  return {
    name: `team ${verb}`,
    args: ['PHONE'],
    options: workOptions,
    summary,
    run: async (ctx, given) => {
      const { id, name } = await meantBy(ctx, given)
      await act(ctx.db, workOf(ctx, given), id)
      return `${safe(name)} ${said}`
    },
  }
}

const reset: StaffCommand = {
  name: 'team reset',
  args: ['PHONE'],
  options: {
    ...workOptions,
    'last-owner': { about: 'also of the only owner who can log in: they need this phone to get in again' },
  },
  summary: 'Removes the second factors of somebody who has lost them',
  run: async (ctx, given) => {
    const { id, name } = await meantBy(ctx, given)
    await resetStaff(ctx.db, workOf(ctx, given), id, { evenLastOwner: given.options['last-owner'] !== undefined })
    return `${safe(name)} sets up a second factor with the next log-in`
  },
}

const changePhone: StaffCommand = {
  name: 'team phone',
  args: ['PHONE', 'NEW_PHONE'],
  options: {
    proof: {
      value: 'TEXT',
      required: true,
      about: 'which proof of identity was seen, for the log, without numbers of documents',
    },
    ...workOptions,
  },
  summary: 'Gives somebody of the staff another phone and logs them out. No code is sent: be sure whose phone it is',
  run: async (ctx, given) => {
    const { id, name } = await meantBy(ctx, given)
    const to = phoneOf({ ...given, args: given.args.slice(1) }, 'NEW_PHONE')
    const proof = (given.options.proof ?? '').trim()
    if (proof.length > MAX_PROOF) throw new UsageError(`--proof must have at most ${MAX_PROOF} characters`)
    await setMemberPhone(ctx.db, workOf(ctx, given), { id, to, proof })
    return `${safe(name)} logs in with +${to.countryCode} ${to.phone} now`
  },
}

export const teamCommands: StaffCommand[] = [
  owner,
  add,
  change,
  changePhone,
  onMember('end', 'Logs somebody of the staff out for good', endStaff, 'is no longer of the staff'),
  onMember('return', 'Takes somebody back who had left', returnStaff, 'is of the staff again'),
  onMember(
    'unlock',
    'Forgets wrong codes and failed second factors of somebody, not those of others in the same network',
    unlockStaff,
    'is unlocked. A limit on their network can last up to 24 hours',
  ),
  reset,
  // After those whose names begin with its own.
  list,
]

/**
 * A phone that codes can be sent to.
 * @throws UsageError; invalid naming `mobile`
 */
function phoneOf({ args: [typed = ''] }: Given, argument = 'PHONE'): Phone {
  if (!phoneIn(typed)) throw noPhone(typed, argument)
  return reachablePhone({ codes: anyChannel }, typed)
}

const noPhone = (typed: string, argument: string) =>
  new UsageError(`${argument} must be a phone (of India, or '+971 501234567'), not '${safe(typed)}'`)

/** Who sends the codes is the server's matter. */
const anyChannel = { channels: ['sms', 'whatsapp'] as const, send: () => Promise.resolve() }

/** The member with a phone, also one that gets no codes any more. */
async function meantBy({ db }: StaffContext, { args: [typed = ''] }: Given) {
  const phone = phoneIn(typed)
  if (!phone) throw noPhone(typed, 'PHONE')
  const member = await staffByPhone(db, phone)
  if (!member) throw notFound('Nobody of the staff has this phone')
  return member
}

/** @throws UsageError */
function nameOf(typed: string): string {
  const name = typed.replace(/\s+/g, ' ').trim()
  if (name.length === 0 || !hasAtMost(name, MOST_STAFF_NAME))
    throw new UsageError(`--name must have 1 to ${MOST_STAFF_NAME} characters`)
  return name
}

/** @throws UsageError */
function rolesOf({ options }: Given): StaffRole[] {
  const words = (options.roles ?? '').split(',').map((word) => word.trim())
  const roles = rolesIn(words)
  if (roles.length === 0 || roles.length !== new Set(words).size)
    throw new UsageError(`--roles must be of ${everyRole.join(', ')}, not '${safe(options.roles ?? '')}'`)
  return roles
}
