import type { MarkdownIt, StateInline, Token } from 'markdown-it'
import type { MarkdownProblem } from './markdown.ts'

/** Longest text between `\(` and `\)` that is still taken for a formula. */
const MAX_FORMULA = 1000

const texBracket = /(?<!\\)\\{1,2}([()[\]])/g

const texEnvironment = /\\begin *\{[a-z]{1,20}\*?\}/gi

const texCommand =
  /(\\(?:[a-z]{1,20}(?= ?\{)|(?:sqrt|frac|times|div|pm|cdot|leq?|geq?|neq?|infty|degree|circ|(?:left|right)arrow|alpha|beta|gamma|delta|theta|lambda|mu|pi|sigma|omega|sum|int)(?![a-z])))/i

/**
 * Elements of HTML with a name of two letters or more. Opening tags of shorter names are only found by their closing tag or an
 * attribute: `P<Q>R` is a comparison.
 */
const elements =
  'abbr|area|article|aside|audio|big|blockquote|body|br|button|canvas|caption|center|cite|code|col|colgroup|dd|del|details|dfn|' +
  'div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|iframe|img|input|ins|kbd|label|' +
  'legend|li|link|main|mark|math|meta|nav|nobr|object|ol|option|picture|pre|rp|rt|ruby|samp|script|section|select|small|' +
  'source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|tt|ul|' +
  'var|video|wbr'

const htmlTag = new RegExp(
  `<(?:!--|!doctype\\b|/[a-z][a-z0-9-]{0,40} ?>|(?:${elements})(?=[\\s/>]|$)|[abipqsu] [a-z-]{1,40} ?=)`,
  'i',
)

/** Mistakes in a text, as errors where the text cannot be meant and as warnings where it may be. Lines count from 0. */
export interface AuthoredMistakes {
  problems: MarkdownProblem[]
  warnings: MarkdownProblem[]
}

/**
 * Finds what authors write for another renderer, and signs that Markdown takes away: TeX outside of formulas, HTML, stars of
 * multiplication. Code and formulas are left alone.
 * @param tokens of markdown-it, before formulas are rendered
 * @param hasFormulas false for messages, in which `$` is a dollar sign
 */
export function findAuthoredMistakes(tokens: Token[], hasFormulas: boolean): AuthoredMistakes {
  const say = (what: string, write: string) => `${what}: ${hasFormulas ? write : 'messages have no formulas'}`
  const found: AuthoredMistakes = { problems: [], warnings: [] }
  let text = proseOf(tokens)
  for (const { from, to, open } of bracketPairs(text)) {
    const tex = text.slice(from, to)
    const mistake = { line: lineAt(text, from), message: say(...bracketsMessage(open)) }
    // `\[1\]` may be a pair of brackets that shall begin no link.
    found[/[\\^_{}=+<>]/.test(tex.slice(2, -2)) ? 'problems' : 'warnings'].push(mistake)
    text = text.slice(0, from) + tex.replace(/[^\n]/g, ' ') + text.slice(to)
  }
  for (const { 0: begin, index } of text.matchAll(texEnvironment))
    found.problems.push({
      line: lineAt(text, index),
      message: say(
        `${begin} stands outside of a formula`,
        'write $$ before and after it, or a table with | between its cells',
      ),
    })
  const hasTex = found.problems.length > 0
  for (const [line, written] of text.split('\n').entries()) {
    const command = hasTex ? undefined : texCommand.exec(written)?.[1]
    const messages = [
      command &&
        say(`${command} stands outside of a formula and is shown as it is written`, 'write $…$ around the formula'),
      htmlMessage(written),
      starMessage(written),
    ]
    for (const message of messages) if (message) found.warnings.push({ line, message })
  }
  return found
}

/** Tokens of a text in a line, each with the line that it is in. */
export function* inlineTokens(tokens: Token[]): Generator<{ token: Token; line: number; isFirst: boolean }> {
  let line = 0
  for (const block of tokens) {
    // A table's cells do not know their line; their row does.
    line = block.map?.[0] ?? line
    if (block.type !== 'inline') continue
    for (const [index, token] of (block.children ?? []).entries())
      yield { token, line: line + (token.meta as unknown as TokenMeta).line, isFirst: index === 0 }
  }
}

/** Metadata of a token in a line. */
interface TokenMeta {
  /** The line that the token begins in, from 0 at the first line of its block. */
  line: number
}

/**
 * Makes a renderer store in each inline token the line that the token begins in. A token's text does not tell it: code spans,
 * links and pictures lose the line breaks between their marks.
 */
export function recordLines(markdown: MarkdownIt): void {
  markdown.inline.State = class extends markdown.inline.State {
    #at = 0
    #line = 0

    override pushPending(): Token {
      return this.#recorded(super.pushPending())
    }

    override push(...given: Parameters<StateInline['push']>): Token {
      return this.#recorded(super.push(...given))
    }

    #recorded(token: Token): Token {
      if (this.pos < this.#at) [this.#at, this.#line] = [0, 0]
      this.#line += lineAt(this.src.slice(this.#at, this.pos))
      this.#at = this.pos
      token.meta = { line: this.#line } satisfies TokenMeta
      return token
    }
  }
}

/** The text as its author wrote it, line for line, without code, formulas, pictures and addresses. */
function proseOf(tokens: Token[]): string {
  const written: string[] = []
  let reached = 0
  let isAddress = false
  for (const { token, line, isFirst } of inlineTokens(tokens)) {
    written.push(isFirst ? ' ' : '', '\n'.repeat(Math.max(0, line - reached)))
    reached = Math.max(reached, line)
    if (token.type === 'link_open') isAddress = token.info === 'auto'
    else if (token.type === 'link_close') isAddress = false
    else if (token.type === 'text') written.push(isAddress ? ' ' : token.content)
    else if (token.type === 'text_special' || /^(em|strong)_/.test(token.type)) written.push(token.markup)
    else written.push(' ')
  }
  return written.join('')
}

function lineAt(text: string, offset = text.length): number {
  return text.slice(0, offset).split('\n').length - 1
}

/** Pairs of `\(` and `\)`, or `\[` and `\]`, by their offsets in a text. */
function bracketPairs(text: string): { from: number; to: number; open: string }[] {
  const pairs = []
  const begun: Record<string, number | undefined> = {}
  for (const { 0: whole, 1: bracket = '', index } of text.matchAll(texBracket)) {
    const open = { ')': '(', ']': '[' }[bracket]
    if (open === undefined) begun[bracket] = index
    const from = begun[open ?? '']
    if (open === undefined || from === undefined) continue
    const to = index + whole.length
    if (to - from <= MAX_FORMULA) pairs.push({ from, to, open })
    begun[open] = undefined
  }
  return pairs
}

function bracketsMessage(open: string): [what: string, write: string] {
  return open === '('
    ? ['\\(…\\) is no formula here', 'write $…$ for a formula, or brackets without \\']
    : ['\\[…\\] is no formula here', 'write $$…$$ for a formula, or brackets without \\']
}

function htmlMessage(line: string): string | undefined {
  const { 0: found = '', index = 0 } = htmlTag.exec(line) ?? {}
  if (!found) return undefined
  const tag = /^<[^<>]{0,30}>/.exec(line.slice(index))?.[0] ?? found
  return `HTML such as ${tag} is shown as it is written: use Markdown, or put it between \` when it is meant as code`
}

/** `2*3*4` loses its signs: what stands between them is emphasised. */
function starMessage(line: string): string | undefined {
  const plain = line.replace(/\\./g, ' ')
  const found = /[\p{L}\p{N})]\*[\p{L}\p{N}(][^*]*(?<=[\p{L}\p{N})])\*(?=[\p{L}\p{N}(])/u.exec(plain)?.[0]
  return (
    found && `the * in '${found}' are lost, for they emphasise what is between them: write \\* for each, or a formula`
  )
}
