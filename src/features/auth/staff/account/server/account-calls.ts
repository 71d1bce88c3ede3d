import { counted } from '#lib/both/text/format.ts'
import type { StaffContext } from '#core/context.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { block, unblock } from '../../../server/block.ts'
import type * as contracts from '../account.contract.ts'
import { logOutEverywhere, unlockCodes } from './log-in-acts.ts'

const done = (message: string) => ({ status: true, success: true, message })

export async function logOutLearner(
  { db, work }: StaffContext,
  { params, body }: InputOf<typeof contracts.logOutLearner>,
): Promise<ReplyOf<typeof contracts.logOutLearner>> {
  const ended = await logOutEverywhere(db, work(body.reason), params.id)
  return { ...done(`Logged out of ${counted(ended, 'device')}`), ended }
}

export async function unlockLearner(
  { db, work }: StaffContext,
  { params, body }: InputOf<typeof contracts.unlockLearner>,
): Promise<ReplyOf<typeof contracts.unlockLearner>> {
  const { sends, tries } = await unlockCodes(db, work(body.reason), params.id)
  return { ...done('Codes can be sent to this phone again'), sent: sends, tried: tries }
}

export async function blockLearner(
  { db, work }: StaffContext,
  { params, body: { from, reason } }: InputOf<typeof contracts.blockLearner>,
): Promise<ReplyOf<typeof contracts.blockLearner>> {
  const ended = await block(db, work(reason), params.id, from)
  const message =
    from === 'log-in' ? `Blocked, and logged out of ${counted(ended, 'device')}` : 'Can write no more in discussions'
  return { ...done(message), ended }
}

export async function unblockLearner(
  { db, work }: StaffContext,
  { params, body: { from, reason } }: InputOf<typeof contracts.unblockLearner>,
): Promise<ReplyOf<typeof contracts.unblockLearner>> {
  await unblock(db, work(reason), params.id, from)
  return done(from === 'log-in' ? 'Can log in again' : 'Can write in discussions again')
}
