import { serverNow } from '#lib/call.ts'
import type { LiveClass } from '../live-classes.contract.ts'
import { calendarText } from '../calendar.rules.ts'

/** Hands the browser a calendar file with one class, for whichever calendar opens such files. */
export function downloadClass(live: LiveClass): void {
  const text = calendarText(
    [
      {
        uid: live.uid,
        title: live.title,
        course: live.content_title,
        mentor: live.tutor_name,
        joinUrl: live.meeting_join_url,
        startsAt: live.starts_at,
        endsAt: live.ends_at,
      },
    ],
    { stamp: serverNow() },
  )
  const address = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `live-class-${live.id}.ics`
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
