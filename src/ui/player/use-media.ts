import { useEffect, useState, type RefObject } from 'react'

export interface MediaState {
  paused: boolean
  /** Nothing has been played yet: the picture shows. */
  untouched: boolean
  ended: boolean
  /** Waits for data. */
  waiting: boolean
  /** Seconds. */
  time: number
  duration: number
  /** Seconds that are loaded without a gap, from where playback is. */
  loaded: number
  muted: boolean
  volume: number
}

const initial: MediaState = {
  paused: true,
  untouched: true,
  ended: false,
  waiting: false,
  time: 0,
  duration: 0,
  loaded: 0,
  muted: false,
  volume: 1,
}

/** What a video or audio element is doing, as state to draw from. */
export function useMedia(element: RefObject<HTMLMediaElement | null>): MediaState {
  const [state, setState] = useState(initial)
  useEffect(() => {
    const media = element.current
    if (!media) return
    const read = (event?: Event) =>
      setState((before) => ({
        paused: media.paused,
        untouched: before.untouched && event?.type !== 'playing',
        ended: media.ended,
        waiting: waits(media, event, before),
        time: media.currentTime,
        duration: Number.isFinite(media.duration) ? media.duration : 0,
        loaded: loadedTo(media),
        muted: media.muted,
        volume: media.volume,
      }))
    read()
    for (const name of told) media.addEventListener(name, read)
    return () => {
      for (const name of told) media.removeEventListener(name, read)
    }
  }, [element])
  return state
}

const told = [
  'play',
  'pause',
  'playing',
  'waiting',
  'canplay',
  'ended',
  'seeked',
  'timeupdate',
  'durationchange',
  'progress',
  'volumechange',
  'emptied',
]

function waits(media: HTMLMediaElement, event: Event | undefined, before: MediaState): boolean {
  if (media.paused) return false
  if (event?.type === 'waiting') return true
  return ['playing', 'canplay', 'timeupdate', 'seeked'].includes(event?.type ?? '') ? false : before.waiting
}

function loadedTo(media: HTMLMediaElement): number {
  for (let index = 0; index < media.buffered.length; index += 1) {
    if (media.buffered.start(index) <= media.currentTime && media.currentTime <= media.buffered.end(index))
      return media.buffered.end(index)
  }
  return media.currentTime
}
