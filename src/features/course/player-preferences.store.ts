import { persistentAtom } from '@nanostores/persistent'
import { speeds } from './player-keys.rules.ts'

/** How the learner likes videos to play, kept on this device. */
export interface PlayerPreferences {
  speed: number
  captions: boolean
  muted: boolean
  /** Of 1. */
  volume: number
  /** Letters as shortcuts outside the player (WCAG 2.1.4). */
  letterKeys: boolean
}

const initial: PlayerPreferences = { speed: 1, captions: false, muted: false, volume: 1, letterKeys: true }

export const $preferences = persistentAtom<PlayerPreferences>('playerPreferences', initial, {
  encode: JSON.stringify,
  decode: readPreferences,
})

function readPreferences(stored: string): PlayerPreferences {
  try {
    const found = { ...initial, ...(JSON.parse(stored) as Partial<PlayerPreferences>) }
    const known = (speeds as readonly number[]).includes(found.speed) && found.volume >= 0 && found.volume <= 1
    return known ? found : initial
  } catch {
    return initial
  }
}

/** Changes some of them. */
export function prefer(changed: Partial<PlayerPreferences>): void {
  $preferences.set({ ...$preferences.get(), ...changed })
}
