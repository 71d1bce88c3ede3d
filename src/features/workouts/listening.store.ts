import { persistentAtom } from '@nanostores/persistent'
import { speeds } from '#lib/both/playback.ts'

/** How fast the learner likes recordings to play, kept on this device. */
export const $speed = persistentAtom<number>('listeningSpeed', 1, {
  encode: String,
  decode: (stored) => speeds.find((one) => String(one) === stored) ?? 1,
})
