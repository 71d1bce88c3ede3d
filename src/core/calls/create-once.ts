import { createHash } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import type { Transaction } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import { DAY, HOUR } from '#lib/both/time/clock.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import type { Limit } from '#lib/both/calls/limits.ts'
import { callName, countCall } from './call-limits.ts'
import { tellHeader } from './reply-headers.ts'
import type { LearnerContext, Services, StaffContext } from '../context.ts'
import { repeatAlone } from '../background/repeat.ts'

/** How long a request may be sent again by its name: longer than a learner's way home from where there was no network. */
export const CREATION_KEPT = DAY

/** A request to create something, as its caller named it. */
export interface Creation {
  call: string
  key: string
  inputHash: string
  /** How often the call may be made; counted where it is known not to be a repeat. */
  limit: Limit | undefined
}

/** Whoever creates: a learner, or somebody of the staff. */
type CreatorContext = Pick<LearnerContext, 'user'> | Pick<StaffContext, 'staff'>

/**
 * Where what somebody was answered is kept. Those of staff stand in a table of their own with the same columns, but for its
 * owner's.
 */
function keptOf(ctx: CreatorContext) {
  const [table, owner, id] =
    'staff' in ctx
      ? (['staff_creation_replies', 'staff_id', ctx.staff.id] as const)
      : (['creation_replies', 'user_id', ctx.user.id] as const)
  return { table: table as 'creation_replies', owner: owner as 'user_id', id }
}

type Kept = ReturnType<typeof keptOf>

/** This request was already answered; what was done meanwhile is undone. */
class Repeated extends Error {
  readonly reply: unknown

  constructor(reply: unknown) {
    super('This request was already answered')
    this.reply = reply
  }
}

/**
 * Answers a call that creates something. Of a request with an `Idempotency-Key` that its sender has sent before, what was
 * answered then, with `Idempotent-Replayed: true`; an error created nothing, so it is not kept. Keys are kept for
 * CREATION_KEPT, by who sends them and call.
 * @param limit of the request, if it has one
 * @throws ApiError 400 for a header that is no key, 422 idempotency_key_reused for one that named another request
 */
export async function answerOnce(
  ctx: LearnerContext | StaffContext,
  endpoint: Endpoint,
  c: HonoContext,
  input: Input,
  { limit, answer }: { limit: Limit | undefined; answer: () => Promise<unknown> },
): Promise<unknown> {
  const key = keyOf(c.req.header('idempotency-key'))
  if (key === undefined) return answer()
  const creation = { call: callName(endpoint), key, inputHash: await hashOf(input), limit }
  const kept = keptOf(ctx)
  try {
    await refuseRepeated(ctx.db, kept, creation)
    ctx.creation = creation
    return await answer().catch(async (error: unknown) => {
      // What was stored at the same moment may be the last that a limit lets through, and this a repeat of it.
      if (error instanceof ApiError && error.status === 429) await refuseRepeated(ctx.db, kept, creation)
      throw error
    })
  } catch (error) {
    if (!(error instanceof Repeated)) throw error
    tellHeader(c, 'idempotent-replayed', 'true')
    return error.reply
  }
}

/**
 * Creates something in one transaction, and keeps what is answered beside it, so that either both are stored or neither:
 * what the function returns is the reply of the call. Of requests by one name at the same moment the later ones wait, and only
 * the first counts where the call has a limit.
 * @throws ApiError 429
 */
export function createOnce<Reply>(
  ctx: Pick<LearnerContext, 'db' | 'now' | 'creation'> & CreatorContext,
  create: (tx: Transaction<Database>) => Promise<Reply>,
): Promise<Reply> {
  const { db, now, creation } = ctx
  return db.transaction().execute(async (tx) => {
    if (!creation) return create(tx)
    const { table, owner, id } = keptOf(ctx)
    const { call, key, inputHash, limit } = creation
    const mine = await tx
      .insertInto(table)
      .values({ [owner as 'user_id']: id, call, key, input_hash: inputHash, reply: '', created_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!mine) await refuseRepeated(tx, keptOf(ctx), creation)
    const caller = 'staff' in ctx ? { staff: id } : { user: id }
    if (limit) await countCall({ groupCommit: (write) => write(tx), now }, caller, call, limit)
    const reply = await create(tx)
    await tx
      .updateTable(table)
      .set({ reply: JSON.stringify(reply) })
      .where(owner, '=', id)
      .where('call', '=', call)
      .where('key', '=', key)
      .execute()
    return reply
  })
}

/** Forgets what a learner was answered to a call, whichever request it was: nobody can send one of them again. */
export async function forgetReplies(tx: Db, userId: number, endpoint: Endpoint): Promise<void> {
  await tx.deleteFrom('creation_replies').where('user_id', '=', userId).where('call', '=', callName(endpoint)).execute()
}

/** Forgets requests that are too old to be sent again. */
export async function sweepCreations({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const until = now() - CREATION_KEPT
  await db.deleteFrom('creation_replies').where('created_at', '<=', until).execute()
  await db.deleteFrom('staff_creation_replies').where('created_at', '<=', until).execute()
}

/** Sweeps at the start and every hour. @returns what stops it, waiting for a pass under way */
export function startCreationSweep(
  services: Pick<Services, 'db' | 'now' | 'log' | 'faults' | 'leases'>,
): () => Promise<void> {
  return repeatAlone(services, 'sweep of answered requests', HOUR, () => sweepCreations(services))
}

/** @throws Repeated, ApiError 422 */
async function refuseRepeated(
  db: Services['db'] | Transaction<Database>,
  { table, owner, id }: Kept,
  { call, key, inputHash }: Creation,
): Promise<void> {
  const before = await db
    .selectFrom(table)
    .select(['input_hash', 'reply'])
    .where(owner, '=', id)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!before) return
  if (before.input_hash === inputHash) throw new Repeated(JSON.parse(before.reply))
  const message = 'This Idempotency-Key was sent with another request. Give each new request a key of its own.'
  throw new ApiError(422, message, { errors: { [HEADER]: message }, code: 'idempotency_key_reused' })
}

const HEADER = 'Idempotency-Key'

function keyOf(header: string | undefined): string | undefined {
  if (header === undefined || /^[\x21-\x7e]{1,255}$/.test(header)) return header
  const message = `${HEADER} must be 1 to 255 letters, digits and signs, without spaces`
  throw new ApiError(400, message, { errors: { [HEADER]: message } })
}

type Input = Record<'params' | 'query' | 'body', unknown>

/** Tells one request from another: the same fields, and files of the same bytes. */
async function hashOf(input: Input): Promise<string> {
  const { body } = input
  const fields = Object.entries((body ?? {}) as Record<string, unknown>)
  const known = await Promise.all(fields.map(async ([name, value]) => [name, await hashable(value)]))
  return createHash('sha256')
    .update(JSON.stringify([input.params, input.query, known]))
    .digest('base64url')
}

/** Not by `createHash`, which would keep everybody waiting while it reads ten megabytes. */
async function hashable(value: unknown): Promise<unknown> {
  if (!(value instanceof Blob)) return value
  return Buffer.from(await crypto.subtle.digest('SHA-256', await value.arrayBuffer())).toString('base64url')
}
