import type { Db } from '#db/database.ts'
import { withdrawAll } from '#features/notifications/server/send-notification.ts'

/** What learners are told of a live class, by the keys of its notifications: each is told once. */
export const noticeKeys = {
  /** That it starts soon: of this start. */
  reminder: (id: number, startsAt: number) => `live-class:${id}:${startsAt}`,
  /** That it takes place at another time, or newly in this course. */
  moved: (id: number) => `live-class-moved:${id}`,
  /** That it is none of this course any more. */
  left: (id: number) => `live-class-left:${id}`,
  cancelled: (id: number) => `live-class-cancelled:${id}`,
  /** That it takes place after all. */
  back: (id: number) => `live-class-back:${id}`,
}

/** Takes back all that was told of classes, where a pack says something else of them now. */
export async function withdrawNotices(tx: Db, classes: readonly { id: number; starts_at: number }[]): Promise<void> {
  const { reminder, ...others } = noticeKeys
  await withdrawAll(
    tx,
    classes.flatMap(({ id, starts_at }) => [reminder(id, starts_at), ...Object.values(others).map((key) => key(id))]),
  )
}
