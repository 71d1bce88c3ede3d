import type { Context } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { mayBeStored } from '#db/faults.ts'
import { takeTurn } from '#features/auth/server/accounts.ts'
import { unauthorized } from '#features/auth/server/sessions.ts'
import { tooMany } from '#lib/both/calls/errors.ts'
import { tooFast, waitFor, watched } from '#lib/both/calls/limits.ts'
import { storePrivateImage, type ImageShape } from '#providers/images/uploaded-image.ts'
import { messageLimits, ticketLimits, tooManyTickets } from '../support.rules.ts'

/** Large enough to read a photographed screen, small enough for a phone's connection. */
const attachmentShape: ImageShape = { width: 1600, height: 1600, fit: 'inside' }

/**
 * Stores what somebody wrote, with the picture that came with it. The picture is drawn anew before the transaction
 * begins, and goes again when nothing was stored; where nobody knows, it stays.
 * @param store does the writing; returns whether the picture is in use now
 * @throws ApiError 422 naming `attachment`, 429, and what `refuse` and `store` throw
 */
export async function withAttachment<Stored extends { kept: boolean }>(
  { files }: Pick<Context, 'files'>,
  attachment: File | undefined,
  store: (name: string | null) => Promise<Stored>,
): Promise<Stored> {
  const name = attachment ? await storePrivateImage(files, attachment, 'attachment', attachmentShape) : null
  let kept = false
  try {
    const stored = await store(name)
    kept = stored.kept
    return stored
  } catch (error) {
    kept = mayBeStored(error)
    throw error
  } finally {
    if (name !== null && !kept) await files.removePrivate(name)
  }
}

/**
 * Makes what one learner sends come one after the other, so that nothing slips past the limits or is stored twice.
 * @throws ApiError 401 when the account has ended meanwhile
 */
export async function oneAtATime(tx: Db, userId: number): Promise<void> {
  if ((await takeTurn(tx, userId)).deleted_at !== null) throw unauthorized()
}

/** What a learner writes in a ticket. */
export interface LearnersMessage {
  body: string
  /** The name of a private file. */
  attachment: string | null
  /** By which the same request sent again is known; a ticket's first message is known by its ticket. */
  request_key: string | null
  /** Milliseconds since 1970. */
  created_at: number
}

/** Adds a message of the learner. */
export async function addMessage(tx: Db, ticketId: number, message: LearnersMessage): Promise<void> {
  await tx
    .insertInto('ticket_messages')
    .values({ ticket_id: ticketId, mode: 'user', staff_name: null, ...message })
    .execute()
}

/** @throws tooMany when the learner has raised too many tickets */
export async function refuseManyTickets(db: Db, userId: number, now: number): Promise<void> {
  const raised = await db
    .selectFrom('tickets')
    .select('created_at')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(watched(ticketLimits))
    .execute()
  const wait = waitFor(
    ticketLimits,
    raised.map((row) => row.created_at),
    now,
  )
  if (wait > 0) throw tooMany(tooManyTickets(wait), wait / 1000)
}

/** @throws tooMany when the learner writes too fast */
export async function refuseManyMessages(db: Db, userId: number, now: number): Promise<void> {
  const written = await db
    .selectFrom('ticket_messages as message')
    .innerJoin('tickets', 'tickets.id', 'message.ticket_id')
    .select('message.created_at')
    .where('tickets.user_id', '=', userId)
    .where('message.mode', '=', 'user')
    .orderBy('message.id', 'desc')
    .limit(watched(messageLimits))
    .execute()
  const wait = waitFor(
    messageLimits,
    written.map((row) => row.created_at),
    now,
  )
  if (wait > 0) throw tooMany(tooFast(wait), wait / 1000)
}
