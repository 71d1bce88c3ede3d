import { endSessions, forgiveAll } from '#features/auth/server/for-staff.ts'
import type { StaffCommand } from './command.ts'
import { learnerByPhone } from './learner.ts'

const phoneOf = (args: string[]) => args[0] ?? ''
const otherwise = 'PHONE must be a phone (of India, or +91 9000000001)'

const logOut: StaffCommand = {
  name: 'account logout',
  args: ['PHONE'],
  options: {},
  summary: 'Logs a learner out everywhere, at once: a lost phone, a stolen log-in',
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
  summary: 'Lets a phone be sent codes and tried again, after others asked for too many or guessed',
  run: async ({ db }, { args }) => {
    const { id, country_code, phone } = await learnerByPhone(db, phoneOf(args), otherwise)
    const { sends, tries } = await forgiveAll(db, id)
    return `+${country_code} ${phone} may be sent codes again: ${sends} sent and ${tries} tried no longer count`
  },
}

export const accountCommands: StaffCommand[] = [logOut, unlock]
