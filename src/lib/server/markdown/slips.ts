import type { Token } from 'markdown-it'
import type { MarkdownProblem } from './markdown.ts'

/**
 * Finds signs of Markdown in a short text, as a question, that its author may not have meant, and says how to write what is
 * meant. A list that counts on from its first entry is meant; a number that nothing counts on from begins a question.
 * @param tokens of markdown-it
 * @returns warnings; lines count from 0
 */
export function findSlips(text: string, tokens: Token[]): MarkdownProblem[] {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  const start = first < 0 ? undefined : startSlip(lines.slice(first))
  return [...(start ? [{ line: first, message: start }] : []), ...tokens.flatMap(ruleSlip)]
}

function startSlip(lines: string[]): string | undefined {
  const begin = lines[0]!
  const numbered = /^( {0,3}(\d{1,9})([.)]))(?:\s|$)/.exec(begin)
  if (numbered) {
    const [, mark = '', number = '', sign = ''] = numbered
    const next = nextNumber(lines.slice(1), sign, mark.length)
    if (next === Number(number) + 1) return undefined
    const what = next === undefined ? 'a list of one entry' : 'the first entry of a list'
    return becomes(`${number}${sign}`, what, `${number}\\${sign}`)
  }
  const bullet = /^ {0,3}([-+*])\s/.exec(begin)?.[1]
  if (bullet) {
    if (lines.slice(1).some((line) => /^ {0,3}([-+*])\s/.exec(line)?.[1] === bullet)) return undefined
    return becomes(bullet, 'a list of one entry', `\\${bullet}`)
  }
  const rest = lines.slice(1).filter((line) => line.trim() !== '')
  if (/^ {0,3}>/.test(begin) && (rest.length === 0 || rest.every((line) => /^ {0,3}>/.test(line))))
    return becomes('>', 'a quotation and nothing else', '\\>')
  const hashes = /^ {0,3}(#{1,6})\s/.exec(begin)?.[1]
  if (hashes && rest.length === 0) return becomes(hashes, 'a heading and nothing else', `\\${hashes}`)
  return undefined
}

/** The number of the next entry of a list. @param indent what stands further in belongs to the entry before it */
function nextNumber(lines: string[], sign: string, indent: number): number | undefined {
  for (const line of lines) {
    const [, spaces = '', number, its] = /^( {0,3})(\d{1,9})([.)])(?:\s|$)/.exec(line) ?? []
    if (its === sign && spaces.length <= indent) return Number(number)
  }
  return undefined
}

/** A line of dashes or the like: a blank to fill in, most likely. */
function ruleSlip({ type, markup, map }: Token): MarkdownProblem[] {
  const sign = markup.charAt(0)
  const write = `if you mean a blank to fill in, write \\${sign} for the first`
  if (type === 'hr') return [{ line: map?.[0] ?? 0, message: `the line of ${sign} becomes a rule; ${write}` }]
  if (type !== 'heading_open' || !/^[-=]$/.test(markup)) return []
  return [{ line: (map?.[1] ?? 1) - 1, message: `the line of ${sign} makes a heading of the text above it; ${write}` }]
}

function becomes(begin: string, what: string, write: string): string {
  return `begins with '${begin}' and becomes ${what}; if you mean the sign, write ${write}`
}
