import { block, unblock, type Block } from '#features/auth/server/block.ts'
import { endSessions, forgiveAll } from '#features/auth/server/for-staff.ts'
import { workOf, workOptions, type Given, type StaffCommand } from '../command.ts'
import { learnerByPhone } from '../learner.ts'

const phoneOf = (args: string[]) => args[0] ?? ''
const otherwise = 'PHONE must be a phone (of India, or +91 9000000001)'

const logOut: StaffCommand = {
  name: 'account logout',
  args: ['PHONE'],
  options: {},
  summary: 'Logs a learner out everywhere, within a second: a lost phone, a stolen log-in',
  run: async ({ db, now }, { args }) => {
    const { id, country_code, phone } = await learnerByPhone(db, phoneOf(args), otherwise)
    const ended = await endSessions(db, id, now())
    return `+${country_code} ${phone} is logged out of ${ended === 1 ? '1 device' : `${ended} devices`}`
  },
}

const unlock: StaffCommand = {
  name: 'account unlock',
  args: ['PHONE'],
  options: {},
  summary: 'Lifts the code limits of a phone after others asked for too many codes or guessed',
  run: async ({ db }, { args }) => {
    const { id, country_code, phone } = await learnerByPhone(db, phoneOf(args), otherwise)
    const { sends, tries } = await forgiveAll(db, id)
    return `+${country_code} ${phone} may be sent codes again: ${sends} sent and ${tries} tried no longer count`
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
    return `+${country_code} ${phone} can no longer log in, and is logged out of ${ended === 1 ? '1 device' : `${ended} devices`}`
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

export const accountCommands: StaffCommand[] = [logOut, unlock, blockAccount, unblockAccount]
