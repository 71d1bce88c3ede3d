import { repeat, repeatAlone } from '#core/background/repeat.ts'
import type { Services } from '#core/context.ts'
import { HOUR, SECOND } from '#lib/both/time/clock.ts'
import { countDue } from '../staff/server/count-announcements.ts'
import { sendDue } from '../staff/server/send/send-announcement.ts'
import { deliverPushes, tidyNotifications } from './deliver.ts'

/** Milliseconds between two looks at what is to be sent, pushed and counted. */
const PAUSE = 3 * SECOND

/**
 * Pushes what is due, in every process: there may be millions, and each message is one process's. One process sends what staff
 * have scheduled, counts who reads it, and tidies up once an hour.
 * @returns a function that stops all of it
 */
export function startPushing(services: Services): () => Promise<void> {
  const stops = [
    repeat(services, 'pushing notifications', PAUSE, (stopped) => deliverPushes(services, stopped)),
    repeatAlone(services, 'sending of scheduled notifications', PAUSE, (stopped) => sendDue(services, stopped)),
    repeatAlone(services, 'counting of read notifications', PAUSE, (stopped) => countDue(services, stopped)),
    repeatAlone(services, 'tidying of notifications', HOUR, () => tidyNotifications(services)),
  ]
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
