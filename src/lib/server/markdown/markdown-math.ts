import type { MarkdownIt } from 'markdown-it'

const DOLLAR = 0x24
const BACKSLASH = 0x5c

/**
 * Teaches markdown-it formulas: `$…$` within a line of text and `$$…$$` set apart. They become tokens of the types
 * math_inline (markup `$` or `$$`) and math_block with the TeX as content. A `$` that begins no formula becomes a token
 * of the type stray_dollar, so that a price is not mistaken for a formula and a forgotten `$` is noticed.
 *
 * A formula in a line begins with `$` before something other than white space and ends with `$` after something other
 * than white space and not before a digit: '$5 and $6' holds none.
 */
export function addMath(markdown: MarkdownIt): void {
  // After 'escape', which consumes `\$`.
  markdown.inline.ruler.after('escape', 'math_inline', (state, silent) => {
    const { src, pos, posMax } = state
    if (src.charCodeAt(pos) !== DOLLAR) return false
    const display = src.charCodeAt(pos + 1) === DOLLAR
    const width = display ? 2 : 1
    const end = display ? findDisplayEnd(src, pos + 2, posMax) : findInlineEnd(src, pos + 1, posMax)
    if (!silent) {
      const token = state.push(end < 0 ? 'stray_dollar' : 'math_inline', '', 0)
      token.markup = '$'.repeat(width)
      token.content = end < 0 ? token.markup : src.slice(pos + width, end)
    }
    state.pos = end < 0 ? pos + width : end + width
    return true
  })

  markdown.block.ruler.before(
    'fence',
    'math_block',
    (state, startLine, endLine, silent) => {
      const start = lineStart(state, startLine)
      if (state.sCount[startLine]! - state.blkIndent >= 4 || !state.src.startsWith('$$', start)) return false
      let line = startLine
      for (; line < endLine; line += 1) {
        // A line that left the list item or quotation cannot close a formula in it.
        if (line > startLine && state.sCount[line]! < state.blkIndent) return false
        const text = state.src
          .slice(line === startLine ? start + 2 : lineStart(state, line), state.eMarks[line])
          .trimEnd()
        if (text.endsWith('$$')) break
        // `$$…$$` followed by more text is a formula in a line.
        if (text.includes('$$')) return false
      }
      if (line >= endLine) return false
      if (silent) return true
      const token = state.push('math_block', '', 0)
      const source = state.getLines(startLine, line + 1, state.blkIndent, false).trim()
      token.content = source.slice(2, -2)
      token.map = [startLine, line + 1]
      token.markup = '$$'
      state.line = line + 1
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )
}

interface BlockLines {
  bMarks: number[]
  tShift: number[]
}

function lineStart(state: BlockLines, line: number): number {
  return state.bMarks[line]! + state.tShift[line]!
}

function findInlineEnd(src: string, from: number, max: number): number {
  if (from >= max || /\s/.test(src.charAt(from))) return -1
  for (let at = from; at < max; at += 1) {
    const code = src.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === DOLLAR) {
      const closes = at > from && !/\s/.test(src.charAt(at - 1)) && !/[0-9]/.test(src.charAt(at + 1))
      return closes ? at : -1
    }
  }
  return -1
}

function findDisplayEnd(src: string, from: number, max: number): number {
  for (let at = from; at < max - 1; at += 1) {
    const code = src.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === DOLLAR && src.charCodeAt(at + 1) === DOLLAR) return at > from ? at : -1
  }
  return -1
}
