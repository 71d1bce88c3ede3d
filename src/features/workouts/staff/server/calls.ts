import { createOnce } from '#core/calls/create-once.ts'
import type { StaffContext } from '#core/context.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import type * as contracts from '../workouts.contract.ts'
import { contentOf } from './workout-content.ts'
import * as write from './write-workouts.ts'

/** Calls that write workouts, each in the words of its contract. */

const done = (message: string) => ({ status: true, success: true, message })

/** @throws invalid naming a field */
export async function makeWorkout(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.makeWorkout>,
): Promise<ReplyOf<typeof contracts.makeWorkout>> {
  // A long text takes its time, which no transaction has.
  const content = await contentOf(ctx, body)
  return createOnce(ctx, async (tx) => ({
    ...done('Saved'),
    id: await write.makeWorkout(tx, ctx.work(), body, content),
  }))
}

/** @throws notFound; conflict `edited`; invalid naming a field */
export async function changeWorkout(
  ctx: StaffContext,
  { params, body }: InputOf<typeof contracts.changeWorkout>,
): Promise<ReplyOf<typeof contracts.changeWorkout>> {
  const { version, names } = await write.changeWorkout(ctx, ctx.work(), { ...body, ...params })
  return { ...done(names.length > 0 ? 'Saved' : 'Nothing was different'), version }
}

/** @throws notFound */
export async function withdrawWorkout(
  ctx: StaffContext,
  { params: { id } }: InputOf<typeof contracts.withdrawWorkout>,
): Promise<ReplyOf<typeof contracts.withdrawWorkout>> {
  await write.showWorkout(ctx.db, ctx.work(), id, false)
  return done('Withdrawn')
}

/** @throws notFound */
export async function bringBackWorkout(
  ctx: StaffContext,
  { params: { id } }: InputOf<typeof contracts.bringBackWorkout>,
): Promise<ReplyOf<typeof contracts.bringBackWorkout>> {
  await write.showWorkout(ctx.db, ctx.work(), id, true)
  return done('There again')
}

/** @throws notFound; invalid naming `course_id` */
export async function copyWorkout(
  ctx: StaffContext,
  { params: { id }, body }: InputOf<typeof contracts.copyWorkout>,
): Promise<ReplyOf<typeof contracts.copyWorkout>> {
  return createOnce(ctx, async (tx) => ({
    ...done('Copied'),
    id: await write.copyWorkout(tx, ctx.work(), { id, ...body }),
  }))
}
