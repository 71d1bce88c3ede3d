import { listUpcomingLiveClasses, type UpcomingOfCourse } from '#features/live-classes/live-classes.contract.ts'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'

export type UpcomingClass = UpcomingOfCourse['live_classes'][number] & { course_title: string }

/**
 * The classes by their day, `2026-11-21`, each day's in the order of their start. A failure is noted on the console and
 * makes no noise (document 1, section 8).
 */
export const upcoming = loading(
  async (_: void, signal) => {
    const { upcoming_live_classes_grouped: courses } = await call(listUpcomingLiveClasses, { signal })
    const classes = courses
      .flatMap(({ course_title, live_classes }) => live_classes.map((live) => ({ ...live, course_title })))
      .sort((a, b) => a.starts_at - b.starts_at)
    const days = new Map<string, UpcomingClass[]>()
    for (const live of classes) days.set(live.live_class_date, [...(days.get(live.live_class_date) ?? []), live])
    return days
  },
  { onFailed: (error) => noteFailure('Loading the upcoming live classes', error) },
)
