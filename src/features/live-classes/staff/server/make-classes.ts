import { createOnce } from '#core/calls/create-once.ts'
import { markChanged, newContentKey } from '#core/content/content-changes.ts'
import { lockContent } from '#core/content/content-facts.ts'
import type { StaffContext } from '#core/context.ts'
import { logWork } from '#core/staff/staff-log.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { counted } from '#lib/both/text/format.ts'
import { LATEST_TIME } from '../../class.rules.ts'
import type { makeClasses as contract } from '../classes.contract.ts'
import { repeated, thisMinute } from '../classes.rules.ts'
import { columnsOf, refuseOtherCourse } from './stored-class.ts'

/**
 * Makes a class, or several that repeat it, in one act: all of them or none, and one entry of the log. Nobody is told: a
 * class is announced before it starts.
 * @throws invalid naming the field, `course_id`, `starts_at` or `times`
 */
export function makeClasses(
  ctx: StaffContext,
  { body: { rhythm, times, ...facts } }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  return createOnce(ctx, async (tx) => {
    const work = ctx.work()
    await lockContent(tx)
    await refuseOtherCourse(tx, facts.course_id)
    if (facts.starts_at < thisMinute(work.now)) throw invalid({ starts_at: 'This is in the past' })
    const series = repeated(facts, { rhythm, times })
    if (series.at(-1)!.ends_at > LATEST_TIME) throw invalid({ times: 'The last of them would be too late' })
    const keys = series.map(newContentKey)
    const ids: number[] = []
    for (const [index, when] of series.entries()) {
      const key = keys[index]!
      const { id } = await tx
        .insertInto('live_classes')
        .values({ ...columnsOf({ ...facts, ...when }), key })
        .returning('id')
        .executeTakeFirstOrThrow()
      await markChanged(tx, { kind: 'live_class', key, fields: ['made'], who: work.who, now: work.now })
      ids.push(id)
    }
    const [first, ...others] = ids
    await logWork(tx, work, {
      action: others.length === 0 ? 'live class made' : 'live classes made',
      subject: `live class ${first}`,
      after: {
        ...facts,
        ...(others.length > 0 && { rhythm, also: others.join(', '), last_starts_at: series.at(-1)!.starts_at }),
      },
    })
    const message = others.length === 0 ? 'The class is made' : `${counted(ids.length, 'class', 'classes')} are made`
    return { status: true, success: true, message, ids }
  })
}
