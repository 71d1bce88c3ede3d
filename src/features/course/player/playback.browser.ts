import { SECOND } from '#lib/both/time/clock.ts'
import { freshGate, onDismiss, onEnd, onPlay, onTime, type GateFacts, type Step } from '../gate.rules.ts'
import type { PlayerPort } from './player-port.browser.ts'
import { MOST_WATCHED_MS } from './watching.rules.ts'

/** Seconds between two saves of the position while the video plays. */
const SAVE_EVERY = 10

/** Seconds of the video between two ticks of its clock; more is a jump, not playing, even at double speed. */
const LONGEST_TICK = 4

export interface PlaybackDuties {
  /** Where playback starts, seconds: known already, so not saved again. */
  from: number
  /** As they are at the moment of a play. */
  facts: () => GateFacts
  /** Opens the community dialog; the video is paused. */
  prompt: () => void
  logView: () => void
  logWatched: () => void
  /** Keeps where playback stopped. `leaving`: the page goes away. `watchedMs`: of the video, played since the last save. */
  save: (seconds: number, leaving: boolean, watchedMs: number) => void
  ended: () => void
}

export interface Playback {
  /** The learner has closed the prompt: the play that it held back goes on, and later ones are not held back. */
  dismiss: () => void
  /** The chapter changes: keeps the position and listens no more. */
  stop: () => void
}

/**
 * Follows one chapter's player: holds it back for the community prompt, logs, and keeps the position (document 2,
 * section 4, 'Video gating and logging'). A new chapter gets a new one, so nothing of the old remains.
 */
export function followPlayback(port: PlayerPort, duties: PlaybackDuties): Playback {
  let gate = freshGate
  let saved = duties.from
  let last: number | undefined
  let watched = 0

  /** Counts what was played since the last tick. */
  const count = () => {
    const seconds = port.currentTime
    if (last !== undefined && seconds > last && seconds - last <= LONGEST_TICK) watched += seconds - last
    last = seconds
  }

  const act = (step: Step) => {
    gate = step.gate
    if (step.does === 'prompt') {
      port.pause()
      duties.prompt()
    } else if (step.does === 'view') duties.logView()
    else if (step.does === 'watched') duties.logWatched()
  }

  const save = (seconds: number, leaving: boolean) => {
    // A play that was held back is none, and saying the same twice helps nobody.
    if (!gate.viewLogged || Math.abs(seconds - saved) < 1) return
    saved = seconds
    const watchedMs = Math.min(MOST_WATCHED_MS, Math.round(watched * SECOND))
    watched = 0
    duties.save(seconds, leaving, watchedMs)
  }
  const leave = () => save(port.currentTime, true)
  const hidden = () => document.visibilityState === 'hidden' && leave()

  const ends = [
    port.on('play', () => {
      last = port.currentTime
      act(onPlay(gate, duties.facts()))
    }),
    port.on('timeupdate', () => {
      const seconds = port.currentTime
      if (port.paused) return
      if (gate.viewLogged) count()
      act(onTime(gate, seconds))
      if (Math.abs(seconds - saved) >= SAVE_EVERY) save(seconds, false)
    }),
    port.on('pause', () => {
      // At the end a video says 'pause' before 'ended', and the two saves could overtake each other.
      if (port.duration <= 0 || port.currentTime < port.duration - 1) save(port.currentTime, false)
    }),
    port.on('ended', () => {
      act(onEnd(gate))
      // The next time it begins anew.
      save(0, false)
      if (gate.viewLogged) duties.ended()
    }),
  ]
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', hidden)

  return {
    dismiss: () => {
      gate = onDismiss(gate)
      // A browser that does not let it play leaves it as it is, with its controls in sight.
      port.play().catch(() => {})
    },
    stop: () => {
      save(port.currentTime, false)
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hidden)
      for (const end of ends) end()
    },
  }
}
