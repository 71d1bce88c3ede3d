/** When a video is held back for the community prompt, and what is logged when: document 2, section 4. */

/** Seconds of playback time at which a chapter counts as watched. */
const WATCHED_AT = 300

/** Forgotten when the chapter changes. */
export interface Gate {
  readonly dismissed: boolean
  readonly viewLogged: boolean
  readonly watchedLogged: boolean
}

export const freshGate: Gate = { dismissed: false, viewLogged: false, watchedLogged: false }

export interface GateFacts {
  /** The course is Active. */
  active: boolean
  /** The chapter's section is a demo. */
  demo: boolean
  /** The learner has joined a community of this course. */
  joined: boolean
  /** There is a community to join; without one the prompt would be empty. */
  joinable: boolean
}

export interface Step {
  gate: Gate
  /** `prompt`: pause and open the community dialog. */
  does: 'prompt' | 'view' | 'watched' | undefined
}

/** The video starts to play. */
export function onPlay(gate: Gate, { active, demo, joined, joinable }: GateFacts): Step {
  if (active && !demo && !joined && joinable && !gate.dismissed) return { gate, does: 'prompt' }
  return gate.viewLogged ? { gate, does: undefined } : { gate: { ...gate, viewLogged: true }, does: 'view' }
}

/** The learner closes the prompt. */
export function onDismiss(gate: Gate): Gate {
  return { ...gate, dismissed: true }
}

/** Playback goes on; a play that was held back does not count. @param seconds playback time */
export function onTime(gate: Gate, seconds: number): Step {
  return seconds >= WATCHED_AT ? watched(gate) : { gate, does: undefined }
}

/** The video has ended. A chapter shorter than the threshold would otherwise never count as watched. */
export function onEnd(gate: Gate): Step {
  return watched(gate)
}

function watched(gate: Gate): Step {
  if (!gate.viewLogged || gate.watchedLogged) return { gate, does: undefined }
  return { gate: { ...gate, watchedLogged: true }, does: 'watched' }
}
