import { noteFailure } from '#lib/browser/call/quiet.ts'
import { keep } from '#lib/browser/device/storage.ts'
import { checkPush } from './push.browser.ts'

/** Session storage key: this visit has checked whether pushed notifications still come. */
const CHECKED_KEY = 'pushChecked'

/** Checks once a visit, and when the worker says that the subscription changed, that pushed notifications still come. */
export function watchPush(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ renewed?: boolean } | null>) => {
    if (data?.renewed) void check()
  })
  if (!keep(() => sessionStorage.getItem(CHECKED_KEY))) void check()
}

/** Tried on the next page again when it fails. */
async function check(): Promise<void> {
  try {
    await checkPush()
    keep(() => sessionStorage.setItem(CHECKED_KEY, '1'))
  } catch (error) {
    noteFailure('The check of pushed notifications', error)
  }
}
