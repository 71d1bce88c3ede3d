import { serverNow } from '#lib/browser/call/call.ts'
import { saveFile } from '#lib/browser/device/save-file.ts'
import { siteName } from '#lib/browser/site.ts'
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
    { stamp: serverNow(), site: siteName() },
  )
  saveFile(text, { name: `live-class-${live.id}.ics`, type: 'text/calendar' })
}
