import type { PlayerPort } from '../../player-port.browser.ts'

/** A video file, played by the browser itself. Muting and volume change on the element, which tells its controls. */
export function filePort(video: HTMLVideoElement, toggleCaptions: (() => void) | undefined): PlayerPort {
  return {
    play: () => video.play(),
    pause: () => video.pause(),
    get currentTime() {
      return video.currentTime
    },
    get duration() {
      return Number.isFinite(video.duration) ? video.duration : 0
    },
    get paused() {
      return video.paused
    },
    on: (event, listener) => {
      video.addEventListener(event, listener)
      return () => video.removeEventListener(event, listener)
    },
    seek: (seconds) => {
      video.currentTime = Math.max(0, Math.min(seconds, video.duration || seconds))
    },
    setSpeed: (speed) => {
      video.defaultPlaybackRate = speed
      video.playbackRate = speed
    },
    toggleMute: () => {
      video.muted = !video.muted
    },
    changeVolume: (by) => {
      video.volume = Math.max(0, Math.min(1, video.volume + by))
      video.muted = video.volume === 0
    },
    toggleCaptions,
    destroy: () => video.pause(),
  }
}
