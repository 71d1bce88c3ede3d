import { fileSize } from '#lib/both/files.ts'
import { indianTime } from '#lib/both/time/clock.ts'

/** Characters of a text in Markdown, in a pack and in the console. */
export const MOST_MARKDOWN = 50_000

/** What no text of content has, in a pack and in the console: a tab may be a `\t` that ate a `\times`. */
export const unfitCharacters = /[\u0000-\u0009\u000b-\u001f\u007f]/

/** The last moment that a pack can write down. */
export const LAST_INSTANT = indianTime(9999, 12, 31)

/** How a picture is cut: for cards and pages, for a phone's screen, for within a text. */
export const pictureShapes = ['wide', 'tall', 'text'] as const
export type PictureShape = (typeof pictureShapes)[number]

/** Pixels that a picture must be wide at least; below, its sides can no longer be in their ratio. */
export const LEAST_WIDTH: Record<PictureShape, number> = { wide: 320, tall: 240, text: 1 }

/** What a file for learners alone is for. */
export const fileUses = ['audio', 'document', 'picture'] as const
export type FileUse = (typeof fileUses)[number]

/** Bytes that such a file may have. */
export const LARGEST_FILE = 32 * 1024 * 1024

/** What somebody reads whose file is larger. */
export const LARGE_FILE = `This file is larger than ${fileSize(LARGEST_FILE)}. Please choose a smaller one.`

/** Characters of a file's own name, which learners see. */
export const MOST_FILE_NAME = 200

/** What a file is called, as a line that is not too long: without the folders that some browsers name. */
export function ownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const words = last
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  if (words.length <= MOST_FILE_NAME) return words
  const ending = /\.\w{1,5}$/.exec(words)?.[0] ?? ''
  return (
    words
      .slice(0, MOST_FILE_NAME - ending.length)
      .toWellFormed()
      .trim() + ending
  )
}
