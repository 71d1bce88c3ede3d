import { changeContent, type FieldsOf } from '#core/content/change-content.ts'
import type { StaffContext } from '#core/context.ts'
import type { Facts, StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { conflict } from '#lib/both/calls/errors.ts'
import type * as contracts from '../classes.contract.ts'
import { stateOf } from '../classes.rules.ts'
import { storedClass, type StoredClass } from './stored-class.ts'
import { tellOfCancellation, tellOfReturn, toldWords } from './tell-of-change.ts'

/** @throws notFound; conflict `edited`; conflict `ended` of one that is over */
export async function cancelClass(
  ctx: StaffContext,
  { body: { id, version } }: InputOf<typeof contracts.cancelClass>,
): Promise<ReplyOf<typeof contracts.cancelClass>> {
  const told = await setRetired(ctx.db, ctx.work(), {
    ...{ id, version, retired: 1, action: 'live class cancelled' },
    refuse: ({ facts }, now) => {
      if (stateOf({ ...facts, retired: 0 }, now) === 'past') throw conflict('This class is over.', 'ended')
    },
    tell: tellOfCancellation,
  })
  return { status: true, success: true, message: `Cancelled${toldWords(told)}`, told }
}

/** Undoes a cancellation. One that has been brought back already stays as it is. @throws notFound */
export async function restoreClass(
  ctx: StaffContext,
  { body: { id } }: InputOf<typeof contracts.restoreClass>,
): Promise<ReplyOf<typeof contracts.restoreClass>> {
  const told = await setRetired(ctx.db, ctx.work(), {
    ...{ id, version: undefined, retired: 0, action: 'live class brought back' },
    tell: tellOfReturn,
  })
  return { status: true, success: true, message: `The class takes place${toldWords(told)}`, told }
}

interface Act {
  id: number
  version: number | undefined
  retired: 0 | 1
  action: string
  refuse?: (stored: StoredClass, now: number) => void
  tell: (tx: Db, stored: StoredClass, now: number) => Promise<number>
}

const fields = { cancelled: 'retired' } as const satisfies FieldsOf<'live_class'>

/** @returns how many learners are told */
async function setRetired(db: Db, work: StaffWork, act: Act): Promise<number> {
  const { id, version, retired, action, refuse, tell } = act
  const { key } = await storedClass(db, id)
  let told = 0
  await changeContent(db, work, {
    ...{ kind: 'live_class', key, fields, version, action, subject: `live class ${id}` },
    read: async (tx): Promise<Facts> => {
      const stored = await storedClass(tx, id)
      return { ...stored.facts, cancelled: stored.retired === 1 ? 'yes' : 'no' }
    },
    write: async (tx) => {
      refuse?.(await storedClass(tx, id), work.now)
      await tx.updateTable('live_classes').set({ retired }).where('id', '=', id).execute()
    },
    then: async (tx) => {
      const stored = await storedClass(tx, id)
      told = await tell(tx, stored, work.now)
      const { title, starts_at } = stored.facts
      return { title, starts_at, told }
    },
  })
  return told
}
