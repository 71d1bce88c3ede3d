import { persistentAtom } from '@nanostores/persistent'

/** How a candidate likes the exam screen, kept on this device. */

export const textSizes = ['small', 'normal', 'large'] as const

export type TextSize = (typeof textSizes)[number]

export const $textSize = persistentAtom<TextSize>('examTextSize', 'normal', {
  encode: (size) => size,
  decode: (stored) => textSizes.find((size) => size === stored) ?? 'normal',
})

/** Letters and digits as shortcuts. */
export const $letterKeys = persistentAtom<boolean>('examLetterKeys', true, {
  encode: (on) => (on ? 'on' : 'off'),
  decode: (stored) => stored !== 'off',
})
