import type { LearnerContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { withdrawNotification } from '#features/notifications/server/send-notification.ts'
import { isoTime } from '#lib/both/time/clock.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { conflict, notFound } from '#lib/both/calls/errors.ts'
import { AHEAD } from '#lib/both/time/reminders.ts'
import type { getWebinarRegistration as contract, WebinarRegistration } from '../webinars.contract.ts'
import { mayJoin, phaseOf, reminderKey } from '../webinars.rules.ts'

type Asked = Pick<InputOf<typeof contract>, 'params'>

/** @throws notFound when there is no such webinar */
export async function getWebinarRegistration({ db, now, user }: LearnerContext, { params }: Asked) {
  return replyOf('', await stateOf(db, params.id, user.id, now()))
}

/**
 * Registers the learner; a second time changes nothing.
 * @throws notFound when there is no such webinar
 * @throws conflict ended, full
 */
export async function registerForWebinar({ db, now, user }: LearnerContext, { params }: Asked) {
  return db.transaction().execute(async (tx) => {
    // Where places are counted, those who register at the same moment come one after the other, so that no more get one
    // than there are.
    await tx
      .updateTable('webinars')
      .set(({ ref }) => ({ seats: ref('seats') }))
      .where('id', '=', params.id)
      .where('seats', 'is not', null)
      .execute()
    const at = now()
    const before = await stateOf(tx, params.id, user.id, at)
    if (!before.registered) {
      if (before.phase === 'over') throw conflict('The webinar is over.', 'ended')
      if (before.places_left === 0) throw conflict('All places of this webinar are taken.', 'full')
      await tx
        .insertInto('webinar_registrations')
        .values({ webinar_id: params.id, user_id: user.id, created_at: at, reminded_of: null })
        // A second click, in the same moment.
        .onConflict((other) => other.columns(['webinar_id', 'user_id']).doNothing())
        .execute()
    }
    return replyOf('You are registered.', await stateOf(tx, params.id, user.id, at))
  })
}

/**
 * Takes the registration back, and the reminder with it; without one nothing happens.
 * @throws notFound when there is no such webinar
 * @throws conflict ended
 */
export async function leaveWebinar({ db, now, user }: LearnerContext, { params }: Asked) {
  return db.transaction().execute(async (tx) => {
    const before = await stateOf(tx, params.id, user.id, now())
    if (before.phase === 'over') throw conflict('The webinar is over.', 'ended')
    const gone = await tx
      .deleteFrom('webinar_registrations')
      .where('webinar_id', '=', params.id)
      .where('user_id', '=', user.id)
      .returning('reminded_of')
      .executeTakeFirst()
    if (gone && gone.reminded_of !== null)
      await withdrawNotification(tx, reminderKey(params.id, user.id, gone.reminded_of))
    return replyOf('You are no longer registered.', await stateOf(tx, params.id, user.id, now()))
  })
}

const replyOf = (message: string, data: WebinarRegistration) => ({ status: true, success: true, message, data })

/** @throws notFound */
async function stateOf(db: Db, webinarId: number, userId: number, now: number): Promise<WebinarRegistration> {
  const found = await db
    .selectFrom('webinars')
    .leftJoin('webinar_registrations as own', (join) =>
      join.onRef('own.webinar_id', '=', 'webinars.id').on('own.user_id', '=', userId),
    )
    .select([
      'webinars.id',
      'webinars.title',
      'webinars.starts_at',
      'webinars.ends_at',
      'webinars.join_url',
      'webinars.recording_url',
      'webinars.seats',
      'own.user_id as registered',
    ])
    .where('webinars.id', '=', webinarId)
    .where('webinars.retired', '=', 0)
    .executeTakeFirst()
  if (!found) throw notFound('There is no such webinar')
  const { id, title, starts_at, ends_at, join_url, recording_url, seats } = found
  const registered = found.registered !== null
  const phase = phaseOf(found, now)
  const joinFrom = starts_at - AHEAD
  return {
    ...{ id, title, starts_at, ends_at, phase, registered },
    ...{ starts_at_iso: isoTime(starts_at), ends_at_iso: isoTime(ends_at) },
    places_left: seats === null ? null : Math.max(0, seats - (await takenOf(db, webinarId))),
    ...{ join_from: joinFrom, join_from_iso: isoTime(joinFrom) },
    join_url: registered && mayJoin(found, now) ? join_url : null,
    recording_url: phase === 'over' ? recording_url : null,
  }
}

async function takenOf(db: Db, webinarId: number): Promise<number> {
  const { taken } = await db
    .selectFrom('webinar_registrations')
    .select(({ fn }) => fn.countAll<number>().as('taken'))
    .where('webinar_id', '=', webinarId)
    .executeTakeFirstOrThrow()
  return taken
}
