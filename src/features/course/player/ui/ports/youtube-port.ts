import { playerEvents, type PlayerPort } from '../../player-port.browser.ts'

/** Where the frame comes from: the host that sets no cookies before a play. */
export const YOUTUBE = 'https://www.youtube-nocookie.com'

/** What the frame says of itself, as far as it is of interest. */
interface Told {
  event?: string
  info?: { playerState?: number; currentTime?: number; duration?: number; muted?: boolean; volume?: number }
}

const ENDED = 0
const PLAYING = 1
const PAUSED = 2

/**
 * The other provider's frame, spoken to with messages, so that none of its scripts run on our page (the page's policy
 * allows none). A frame that does not answer still plays with its own buttons.
 */
export function youtubePort(frame: HTMLIFrameElement): PlayerPort {
  const { on, emit } = playerEvents()
  const state = { currentTime: 0, duration: 0, playing: PAUSED, muted: false, volume: 100 }
  const waiting: string[] = []
  let answered = false

  const post = (message: object) => {
    const text = JSON.stringify({ ...message, id: 1, channel: 'widget' })
    if (answered) frame.contentWindow?.postMessage(text, YOUTUBE)
    else waiting.push(text)
  }
  const command = (func: string, ...args: unknown[]) => post({ event: 'command', func, args })
  const hello = () =>
    frame.contentWindow?.postMessage(JSON.stringify({ event: 'listening', id: 1, channel: 'widget' }), YOUTUBE)

  const hear = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== YOUTUBE || typeof data !== 'string') return
    const told = parse(data)
    if (!told) return
    if (!answered) {
      answered = true
      for (const text of waiting.splice(0)) frame.contentWindow?.postMessage(text, YOUTUBE)
      emit('ready')
    }
    if (told.event === 'onError') emit('error')
    const { playerState, currentTime, duration, muted, volume } = told.info ?? {}
    if (typeof currentTime === 'number') state.currentTime = currentTime
    if (typeof duration === 'number') state.duration = duration
    if (typeof muted === 'boolean') state.muted = muted
    if (typeof volume === 'number') state.volume = volume
    if (typeof playerState === 'number' && playerState !== state.playing) {
      state.playing = playerState
      if (playerState === PLAYING) emit('play')
      if (playerState === PAUSED) emit('pause')
      if (playerState === ENDED) emit('ended')
    }
    if (typeof currentTime === 'number') emit('timeupdate')
  }
  addEventListener('message', hear)
  frame.addEventListener('load', hello)

  return {
    play: () => {
      command('playVideo')
      return Promise.resolve()
    },
    pause: () => command('pauseVideo'),
    get currentTime() {
      return state.currentTime
    },
    get duration() {
      return state.duration
    },
    get paused() {
      return state.playing !== PLAYING
    },
    on,
    seek: (seconds) => command('seekTo', Math.max(0, seconds), true),
    setSpeed: (speed) => command('setPlaybackRate', speed),
    toggleMute: () => command(state.muted ? 'unMute' : 'mute'),
    changeVolume: (by) => command('setVolume', Math.max(0, Math.min(100, state.volume + by * 100))),
    toggleCaptions: undefined,
    destroy: () => {
      removeEventListener('message', hear)
      frame.removeEventListener('load', hello)
    },
  }
}

function parse(data: string): Told | undefined {
  try {
    const told: unknown = JSON.parse(data)
    return typeof told === 'object' && told !== null ? told : undefined
  } catch {
    return undefined
  }
}
