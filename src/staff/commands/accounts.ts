import { block, unblock, type Block } from '#features/auth/server/block.ts'
import { reachableNumber } from '#features/auth/server/codes/phone.ts'
import { logOutEverywhere, unlockCodes } from '#features/auth/staff/account/server/log-in-acts.ts'
import { movePhone } from '#features/auth/staff/account/server/new-phone.ts'
import { counted } from '#lib/both/text/format.ts'
import { UsageError } from '#lib/server/command-line.mjs'
import { workOf, workOptions, type Given, type StaffCommand } from '../command.ts'
import { learnerByPhone } from '../learner.ts'

const phoneOf = (args: string[]) => args[0] ?? ''
const devices = (count: number) => counted(count, 'device')
const otherwise = 'PHONE must be a phone (of India, or +91 9000000001)'

const logOut: StaffCommand = {
  name: 'account logout',
  args: ['PHONE'],
  options: workOptions,
  summary: 'Logs a learner out everywhere, within a second: a lost phone, a stolen log-in',
  run: async (ctx, given) => {
    const { id, country_code, phone } = await learnerByPhone(ctx.db, phoneOf(given.args), otherwise)
    const ended = await logOutEverywhere(ctx.db, workOf(ctx, given), id)
    return `+${country_code} ${phone} is logged out of ${devices(ended)}`
  },
}

const unlock: StaffCommand = {
  name: 'account unlock',
  args: ['PHONE'],
  options: workOptions,
  summary: 'Lifts the code limits of a phone after others asked for too many codes or guessed',
  run: async (ctx, given) => {
    const { id, country_code, phone } = await learnerByPhone(ctx.db, phoneOf(given.args), otherwise)
    const { sends, tries } = await unlockCodes(ctx.db, workOf(ctx, given), id)
    return `+${country_code} ${phone} may be sent codes again: ${sends} sent and ${tries} tried no longer count`
  },
}

const changePhone: StaffCommand = {
  name: 'account phone',
  args: ['PHONE', 'NEW_PHONE'],
  options: {
    country: { value: 'CODE', about: 'calling code of the new phone; 91 without' },
    proof: {
      value: 'TEXT',
      required: true,
      about: 'which proof of identity was seen, for the log, without numbers of documents',
    },
    ...workOptions,
  },
  summary: 'Gives an account another phone and logs it out everywhere. No code is sent: be sure whose phone it is',
  run: async (ctx, given) => {
    const { id } = await learnerByPhone(ctx.db, phoneOf(given.args), otherwise)
    const { country = '91', proof = '' } = given.options
    if (!/^[1-9]\d{0,3}$/.test(country)) throw new UsageError('--country must be the digits of a calling code')
    // Codes will be sent to it by whatever the server has.
    const anywhere = { codes: { channels: ['sms', 'whatsapp'] as const } }
    const to = { countryCode: country, phone: reachableNumber(anywhere, country, given.args[1] ?? '') }
    const { ended, emptied } = await movePhone(ctx.db, workOf(ctx, given), { userId: id, to, proof })
    const more = emptied ? '; the empty account that had this phone has ended' : ''
    return `The phone is +${to.countryCode} ${to.phone} now, and logged out of ${devices(ended)}${more}`
  },
}

const DISCUSSIONS = { about: 'only writing in discussions; all else goes on' }

const blockAccount: StaffCommand = {
  name: 'account block',
  args: ['PHONE'],
  options: { discussions: DISCUSSIONS, ...workOptions },
  summary: 'Keeps a learner out: logs them out everywhere and lets them log in no more',
  run: async (ctx, given) => {
    const { id, country_code, phone } = await learnerByPhone(ctx.db, phoneOf(given.args), otherwise)
    const from = blockIn(given)
    const ended = await block(ctx.db, workOf(ctx, given), id, from)
    if (from === 'discussions') return `+${country_code} ${phone} can no longer write in discussions`
    return `+${country_code} ${phone} can no longer log in, and is logged out of ${devices(ended)}`
  },
}

const unblockAccount: StaffCommand = {
  name: 'account unblock',
  args: ['PHONE'],
  options: { discussions: DISCUSSIONS, ...workOptions },
  summary: 'Lets a blocked learner in again',
  run: async (ctx, given) => {
    const { id, country_code, phone } = await learnerByPhone(ctx.db, phoneOf(given.args), otherwise)
    const from = blockIn(given)
    await unblock(ctx.db, workOf(ctx, given), id, from)
    return `+${country_code} ${phone} can ${from === 'log-in' ? 'log in' : 'write in discussions'} again`
  },
}

const blockIn = ({ options }: Given): Block => (options.discussions === undefined ? 'log-in' : 'discussions')

export const accountCommands: StaffCommand[] = [logOut, unlock, changePhone, blockAccount, unblockAccount]
