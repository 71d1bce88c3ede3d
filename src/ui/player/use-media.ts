import { useEffect, useState, type RefObject } from 'react'

export interface VideoState {
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

const initial: VideoState = {
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

/** What a video element is doing, as state to draw from. */
export function useVideo(element: RefObject<HTMLVideoElement | null>): VideoState {
  const [state, setState] = useState(initial)
  useEffect(() => {
    const video = element.current
    if (!video) return
    const read = (event?: Event) =>
      setState((before) => ({
        paused: video.paused,
        untouched: before.untouched && event?.type !== 'playing',
        ended: video.ended,
        waiting: waits(video, event, before),
        time: video.currentTime,
        duration: Number.isFinite(video.duration) ? video.duration : 0,
        loaded: loadedTo(video),
        muted: video.muted,
        volume: video.volume,
      }))
    read()
    for (const name of told) video.addEventListener(name, read)
    return () => {
      for (const name of told) video.removeEventListener(name, read)
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

function waits(video: HTMLVideoElement, event: Event | undefined, before: VideoState): boolean {
  if (video.paused) return false
  if (event?.type === 'waiting') return true
  return ['playing', 'canplay', 'timeupdate', 'seeked'].includes(event?.type ?? '') ? false : before.waiting
}

function loadedTo(video: HTMLVideoElement): number {
  for (let index = 0; index < video.buffered.length; index += 1) {
    if (video.buffered.start(index) <= video.currentTime && video.currentTime <= video.buffered.end(index))
      return video.buffered.end(index)
  }
  return video.currentTime
}
