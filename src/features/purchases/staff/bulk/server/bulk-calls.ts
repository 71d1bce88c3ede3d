import { createOnce } from '#core/calls/create-once.ts'
import type { StaffContext } from '#core/context.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import type { grantCourses as contract } from '../bulk.contract.ts'
import { spanOf } from '../../access/server/access-calls.ts'
import { grantMany, planGrants } from './grant-many.ts'

export async function grantCourses(
  ctx: StaffContext,
  { body }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { course_id: courseId, csv, existing, dry_run, reason, ...span } = body
  const given = { courseId, csv, existing, ...spanOf(span) }
  if (dry_run) {
    const { bad, ...counts } = await planGrants(ctx.db, given)
    return { ...told('Nothing was done', counts), dry_run, bad }
  }
  return createOnce(ctx, async (tx) => {
    const done = await grantMany(tx, ctx.work(reason), given)
    const message = `Granted to ${done.granted}, extended for ${done.extended}`
    return { ...told(message, done), dry_run, bad: [] }
  })
}

function told(message: string, counts: { granted: number; extended: number; skipped: number }) {
  const phones = counts.granted + counts.extended + counts.skipped
  return { status: true, success: true, message, phones, ...counts }
}
