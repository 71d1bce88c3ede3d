import { changeContent } from '#core/content/change-content.ts'
import type { StaffContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { conflict, invalid } from '#lib/both/calls/errors.ts'
import type { changeClass as contract } from '../classes.contract.ts'
import { thisMinute } from '../classes.rules.ts'
import { classFields, columnsOf, refuseOtherCourse, storedClass, type ClassFacts } from './stored-class.ts'
import { tellOfChange, toldWords } from './tell-of-change.ts'

/**
 * Changes a class, and tells the learners of its course of another time, of another course both. Times that are words of a
 * pack stay such as long as neither is changed; a class that is over can be put right in all but these, or be held again.
 * @throws notFound; conflict of one that is cancelled; conflict `edited`; invalid naming the field
 */
export async function changeClass(
  ctx: StaffContext,
  { body: { id, version, ...given } }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { db } = ctx
  const work = ctx.work()
  const { key } = await storedClass(db, id)
  let before: ClassFacts
  let told = 0
  const changed = await changeContent(db, work, {
    ...{ kind: 'live_class', key, fields: classFields, version },
    ...{ action: 'live class changed', subject: `live class ${id}` },
    read: async (tx) => ({ ...(await storedClass(tx, id)).facts }),
    write: async (tx) => {
      const stored = await storedClass(tx, id)
      before = stored.facts
      if (stored.retired === 1)
        throw conflict('This class is cancelled. Bring it back before you change it.', 'conflict')
      await writeClass(tx, id, { before, given, now: work.now })
    },
    then: async (tx) => {
      told = await tellOfChange(tx, { id, before, after: given, now: work.now })
      return { told }
    },
  })
  return { status: true, success: true, message: `Saved${toldWords(told)}`, told, version: changed.version }
}

async function writeClass(
  tx: Db,
  id: number,
  { before, given, now }: { before: ClassFacts; given: ClassFacts; now: number },
): Promise<void> {
  if (given.course_id !== before.course_id) await refuseOtherCourse(tx, given.course_id)
  for (const name of ['starts_at', 'ends_at'] as const)
    if (given[name] !== before[name] && given[name] < thisMinute(now)) throw invalid({ [name]: 'This is in the past' })
  const isMoved = given.starts_at !== before.starts_at || given.ends_at !== before.ends_at
  await tx
    .updateTable('live_classes')
    // One of two times that moved with the day while the other stayed would leave it.
    .set({ ...columnsOf(given), ...(isMoved && { starts_rule: null, ends_rule: null }) })
    .where('id', '=', id)
    .execute()
}
