import { hasFields } from '#lib/both/told.ts'

/** What the tabs of one browser tell each other of an exam, at once and without the server. */

/** A tab has handed an attempt in. */
export interface HandedIn {
  user: number
  attempt: number
  /** The candidate submitted, or the time was over. */
  how: 'submitted' | 'time'
}

let channel: BroadcastChannel | undefined

/** Listens to the other tabs as long as the page lives; browsers without channels hear of it from the server. */
export function hearTabs(onHandedIn: (told: HandedIn) => void): void {
  if (typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel('padavu-exams')
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (hasFields(data) && typeof data.user === 'number' && typeof data.attempt === 'number')
      // Of a tab with an older build, which gives no reason, it is taken for what it mostly is.
      onHandedIn({ user: data.user, attempt: data.attempt, how: data.how === 'time' ? 'time' : 'submitted' })
  }
}

/** Tells the other tabs. */
export function tellTabs(told: HandedIn): void {
  channel?.postMessage(told)
}
