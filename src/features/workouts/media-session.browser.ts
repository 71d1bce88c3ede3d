import { siteLogo } from '#lib/browser/site.ts'

/** What the lock screen, headphones and media keys know of the recording that plays. */

let announced: HTMLMediaElement | undefined

const actions = ['play', 'pause', 'seekbackward', 'seekforward', 'seekto'] as const

/** Seconds that a key skips which names none itself. */
const SKIP = 10

/** Says that a recording plays, lets everything else on the page be quiet, and follows the device's own keys. */
export function announce(element: HTMLMediaElement, title: string, seek: (seconds: number) => void): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video')) if (other !== element) other.pause()
  announced = element
  if (!('mediaSession' in navigator)) return
  const { mediaSession } = navigator
  mediaSession.metadata = new MediaMetadata({
    title,
    album: 'Daily Workouts',
    artwork: [{ src: siteLogo() }],
  })
  const on: Record<(typeof actions)[number], MediaSessionActionHandler> = {
    play: () => void element.play().catch(() => {}),
    pause: () => element.pause(),
    seekbackward: ({ seekOffset }) => seek(element.currentTime - (seekOffset ?? SKIP)),
    seekforward: ({ seekOffset }) => seek(element.currentTime + (seekOffset ?? SKIP)),
    seekto: ({ seekTime }) => seek(seekTime ?? element.currentTime),
  }
  for (const action of actions) follow(action, on[action])
}

/** Lets the recording be quiet when something else on the page begins to sound. @returns what ends that */
export function giveWay(element: HTMLMediaElement): () => void {
  const quiet = ({ target }: Event) => {
    if (target instanceof HTMLMediaElement && target !== element) element.pause()
  }
  // These events do not rise from their elements.
  document.addEventListener('play', quiet, { capture: true })
  return () => document.removeEventListener('play', quiet, { capture: true })
}

/** The recording is no longer on the page. */
export function silence(element: HTMLMediaElement | null): void {
  element?.pause()
  if (!element || announced !== element) return
  announced = undefined
  if (!('mediaSession' in navigator)) return
  navigator.mediaSession.metadata = null
  for (const action of actions) follow(action, null)
}

/** Browsers refuse the actions that they do not know. */
function follow(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler)
  } catch {
    // The key does nothing there.
  }
}
