/** What the page needs of a player, whoever plays the video. */
export interface PlayerPort {
  /** Rejects where the browser or the provider refuses. */
  play: () => Promise<void>
  pause: () => void
  /** Seconds. */
  readonly currentTime: number
  /** Seconds; 0 while it is not known. */
  readonly duration: number
  readonly paused: boolean
  /** Calls back until the returned function is called. */
  on: (event: PlayerEvent, listener: () => void) => () => void
  seek: (seconds: number) => void
  setSpeed: (speed: number) => void
  toggleMute: () => void
  /** By a part of 1. */
  changeVolume: (by: number) => void
  /** Undefined where the page cannot switch captions. */
  toggleCaptions: (() => void) | undefined
  /** Lets go of the player; its element may go. */
  destroy: () => void
}

/** `ready`: a player in a frame has answered for the first time. */
export type PlayerEvent = 'ready' | 'play' | 'pause' | 'timeupdate' | 'ended' | 'error'

/** Listeners of a port, for those whose player has none of this shape. */
export function playerEvents() {
  const listeners = new Map<PlayerEvent, Set<() => void>>()
  return {
    on: (event: PlayerEvent, listener: () => void) => {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
      return () => void set.delete(listener)
    },
    emit: (event: PlayerEvent) => listeners.get(event)?.forEach((listener) => listener()),
  }
}
