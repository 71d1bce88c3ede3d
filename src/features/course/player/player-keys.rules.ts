import { speeds } from '#lib/both/playback.ts'

/** What a key does to the video. */
export type VideoCommand =
  | { do: 'toggle' | 'mute' | 'captions' | 'faster' | 'slower' }
  /** Seconds. */
  | { do: 'skip'; by: number }
  /** Of 1. */
  | { do: 'volume'; by: number }

export type PlayerCommand = VideoCommand | { do: 'fullscreen' } | { do: 'help' }

export interface Pressed {
  key: string
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
}

/** Where the focus is while a key is pressed. */
export interface Focus {
  /** The keyboard belongs to a field or a dialog: the player gets nothing. */
  writing: boolean
  /** Space and Enter belong to a button or a link. */
  button: boolean
  /** Inside the player. */
  player: boolean
}

const letters: Record<string, PlayerCommand> = {
  k: { do: 'toggle' },
  j: { do: 'skip', by: -10 },
  l: { do: 'skip', by: 10 },
  m: { do: 'mute' },
  f: { do: 'fullscreen' },
  c: { do: 'captions' },
  '<': { do: 'slower' },
  '>': { do: 'faster' },
  '?': { do: 'help' },
}

/**
 * The command of a key. Up and down scroll the page unless the focus is in the player; letters work outside of it only
 * while the learner has them switched on (WCAG 2.1.4).
 */
export function playerCommand(
  { key, ctrlKey, altKey, metaKey }: Pressed,
  { writing, button, player }: Focus,
  letterKeys: boolean,
): PlayerCommand | undefined {
  if (ctrlKey || altKey || metaKey || writing) return undefined
  if (key === ' ') return button ? undefined : { do: 'toggle' }
  if (key === 'ArrowLeft') return { do: 'skip', by: -5 }
  if (key === 'ArrowRight') return { do: 'skip', by: 5 }
  if (key === 'ArrowUp') return player ? { do: 'volume', by: 0.1 } : undefined
  if (key === 'ArrowDown') return player ? { do: 'volume', by: -0.1 } : undefined
  return player || letterKeys ? letters[key.toLowerCase()] : undefined
}

/** The next speed up (1) or down (-1); the fastest and the slowest stay. */
export function speedBeside(speed: number, step: 1 | -1): number {
  const candidates = step === 1 ? speeds.filter((one) => one > speed) : speeds.filter((one) => one < speed).reverse()
  return candidates[0] ?? speed
}
