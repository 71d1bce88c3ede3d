import { call } from '#lib/browser/call/call.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { joinLiveClass } from './live-classes.contract.ts'

/** The meeting opens whether or not the note arrives; a failure shows nothing (document 1, section 8). */
export function noteJoin(live_class_id: number): void {
  call(joinLiveClass, { query: { live_class_id }, keepalive: true }).catch((error: unknown) =>
    noteFailure('The join log', error),
  )
}
