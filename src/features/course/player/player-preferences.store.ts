import { persistentAtom } from '@nanostores/persistent'
import { speeds } from '#lib/both/playback.ts'
import { fieldsIn } from '#lib/both/told.ts'

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
  const { speed, volume, ...flags } = fieldsIn(stored)
  const known = typeof volume === 'number' && volume >= 0 && volume <= 1
  const flag = (name: 'captions' | 'muted' | 'letterKeys') => {
    const told = flags[name]
    return typeof told === 'boolean' ? told : initial[name]
  }
  return {
    speed: speeds.find((one) => one === speed) ?? initial.speed,
    volume: known ? volume : initial.volume,
    captions: flag('captions'),
    muted: flag('muted'),
    letterKeys: flag('letterKeys'),
  }
}

/** Changes some of them. */
export function prefer(changed: Partial<PlayerPreferences>): void {
  $preferences.set({ ...$preferences.get(), ...changed })
}
