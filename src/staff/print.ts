import { cutText } from '#lib/both/text/cut-text.ts'

/** Columns of a line; what is longer is broken or cut. */
const WIDTH = 100

/**
 * What others wrote, made harmless for a terminal: no sequences that colour, erase or move, no marks that turn the order
 * of letters around.
 */
export function safe(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
}

/** One line of at most `most` characters. */
export function brief(text: string, most: number): string {
  return cutText(safe(text).replace(/\s+/g, ' ').trim(), most)
}

/** Rows below headings, in columns as wide as what stands in them. */
export function columns(headings: string[], rows: string[][]): string {
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...rows.map((row) => [...(row[at] ?? '')].length)),
  )
  return [headings, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - [...cell].length))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Text of several paragraphs, indented, its lines broken between words. */
export function block(text: string, indent = '    '): string {
  return safe(text)
    .split('\n')
    .flatMap((paragraph) => broken(paragraph.trimEnd(), WIDTH - indent.length))
    .map((line) => (line ? indent + line : ''))
    .join('\n')
}

function broken(paragraph: string, width: number): string[] {
  const lines = ['']
  for (const word of paragraph.split(' ')) {
    const line = lines[lines.length - 1] ?? ''
    if (line && line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines
}

/** `Page 2 of 3, 41 tickets. Next: --page 3` */
export function pageLine(page: number, perPage: number, total: number, noun: string, nouns = `${noun}s`): string {
  const last = Math.max(1, Math.ceil(total / perPage))
  const all = `${total} ${total === 1 ? noun : nouns}`
  if (last === 1) return all
  return `Page ${page} of ${last}, ${all}.${page < last ? ` Next: --page ${page + 1}` : ''}`
}
