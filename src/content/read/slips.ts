import type { MarkdownProblem } from '#lib/server/markdown/markdown.ts'

/**
 * What Markdown makes of a text that its author may not have meant, with how to write what is meant. `line` counts from 0.
 * What begins with a sign of Markdown is looked at as a whole: a list that counts on from its first entry is meant, a number
 * that nothing counts on from begins a question.
 */
export function slipsOf(text: string): MarkdownProblem[] {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  const start = first < 0 ? undefined : startSlip(lines.slice(first))
  return [
    ...(start ? [{ line: first, message: start }] : []),
    ...lines.flatMap((line, index) => {
      const message = ruleSlip(line, lines[index - 1]) ?? starSlip(line)
      return message ? [{ line: index, message }] : []
    }),
  ]
}

/** The same of a text of one line that can be no list and no heading, as an option. */
export function inlineSlipsOf(text: string): MarkdownProblem[] {
  const message = starSlip(text)
  return message ? [{ line: 0, message }] : []
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
function ruleSlip(line: string, above: string | undefined): string | undefined {
  const sign = /^ {0,3}([-=_*])(?: *\1)*\s*$/.exec(line)?.[1]
  if (!sign) return undefined
  if (above?.trim() && (sign === '=' || (sign === '-' && /^ {0,3}-+\s*$/.test(line))))
    return `the line of ${sign} makes a heading of the text above it; if you mean a blank to fill in, write \\${sign} for the first`
  if (sign !== '=' && line.replaceAll(' ', '').length >= 3)
    return `the line of ${sign} becomes a rule; if you mean a blank to fill in, write \\${sign} for the first`
  return undefined
}

/** `2*3*4` loses its signs: what stands between them is emphasised. */
function starSlip(line: string): string | undefined {
  // Formulas, code and signs with a backslash are as they are.
  const plain = line.replace(/\\.|\$[^$]*\$|`[^`]*`/g, ' ')
  const found = /[\p{L}\p{N})]\*[\p{L}\p{N}(][^*]*(?<=[\p{L}\p{N})])\*(?=[\p{L}\p{N}(])/u.exec(plain)?.[0]
  return (
    found && `the * in '${found}' are lost, for they emphasise what is between them: write \\* for each, or a formula`
  )
}

function becomes(begin: string, what: string, write: string): string {
  return `begins with '${begin}' and becomes ${what}; if you mean the sign, write ${write}`
}
