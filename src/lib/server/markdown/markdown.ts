import type { KatexOptions } from 'katex'
import createMarkdown, { type MarkdownIt, type Token } from 'markdown-it'
import { sanitizeAuthored } from '#lib/server/text/html.ts'
import { findWebAddresses } from '#lib/server/text/web-links.ts'
import { cutText } from '#lib/both/text/cut-text.ts'
import { isLinkAddress } from '#lib/both/text/link-address.ts'
import { markLanguages } from '#lib/both/text/marked-html.ts'
import { findAuthoredMistakes, inlineTokens, recordLines } from './authored-mistakes.ts'
import { katex, isVisible } from './katex.ts'
import { addMath } from './markdown-math.ts'
import { mathmlOf } from './mathml.ts'
import { findSlips } from './slips.ts'

/** Where a media file of the pack will be fetched from, and its size in CSS pixels when it is a picture. */
export interface MediaAddress {
  address: string
  kind: 'picture' | 'other'
  width?: number
  height?: number
}

export interface MarkdownOptions {
  /** Finds a `media/…` path of the pack; a string says what is wrong with it. */
  resolveMedia: (path: string) => MediaAddress | string
  /** One line without paragraphs, as an option of a question. */
  inline?: boolean
  /** Keep single line breaks, as in the fields of a YAML file. */
  breaks?: boolean
  /** What somebody writes to people, as a notification: web addresses become links, and a dollar sign is one. */
  message?: boolean
  /** Formulas as MathML alone, for a page without KaTeX's style sheet. */
  mathml?: boolean
}

/** Something wrong in a text. `line` counts from 0 at the text's first line. */
export interface MarkdownProblem {
  line: number
  message: string
}

export interface Rendered {
  html: string
  problems: MarkdownProblem[]
  /** Likely mistakes, which stop nothing. */
  warnings: MarkdownProblem[]
}

/** What travels through markdown-it with a text; its types ask for an alias here. */
type Env = {
  resolveMedia: MarkdownOptions['resolveMedia']
  problems: MarkdownProblem[]
  warnings: MarkdownProblem[]
  mathml: boolean
  /** The text is a short one, in which a rule or a list of one entry is a slip. */
  isShort: boolean
}

/** KaTeX shows a command it does not trust (links, pictures, HTML) in this colour, which nobody would choose. */
const UNTRUSTED = '#0bad0c'

/** Longest formula with \ce or \pu, in characters: mhchem is a parser of its own without a limit. */
const MAX_CHEMISTRY = 2000

const NO_CONTROLS = 'control characters are not allowed'

const renderers = new Map([true, false].map((breaks) => [breaks, rendererWith(breaks)]))
const ofMessages = rendererOfMessages()

/**
 * Renders a Markdown text of authors to sanitised HTML (docs/content-pack.md, 'Rules for all files'), with the language
 * of what is in another script than Latin.
 * The HTML is only fit for use when `problems` is empty.
 */
export function renderMarkdown(text: string, options: MarkdownOptions): Rendered {
  const { inline = false, breaks = false, mathml = false, message = false, resolveMedia } = options
  const env: Env = { resolveMedia, problems: [], warnings: [], mathml, isShort: breaks && !inline }
  const markdown = message ? ofMessages : (renderers.get(breaks) as MarkdownIt)
  if (inline && /\n/.test(text.trim())) env.problems.push({ line: 0, message: 'must be one line' })
  const html = inline ? markdown.renderInline(text.trim(), env) : markdown.render(text, env)
  if (hasControls(html)) env.problems.push({ line: lineOfControls(text), message: NO_CONTROLS })
  return {
    html: markLanguages(sanitizeAuthored(html).trim()),
    problems: inOrder(env.problems),
    warnings: inOrder(env.warnings),
  }
}

function rendererWith(breaks: boolean): MarkdownIt {
  const markdown = plainRenderer({ linkify: false, breaks })
  addMath(markdown)
  markdown.renderer.rules.math_inline = markdown.renderer.rules.math_block = (tokens, index) =>
    tokens[index]?.content ?? ''
  return markdown
}

/** Each line is one, without formulas. Only whole addresses of the web become links. */
function rendererOfMessages(): MarkdownIt {
  const markdown = plainRenderer({ linkify: true, breaks: true })
  findWebAddresses(markdown.linkify)
  return markdown
}

function plainRenderer(options: { linkify: boolean; breaks: boolean }): MarkdownIt {
  const markdown = createMarkdown({ html: false, ...options })
  // Indented code would turn a slip of indentation into a code block.
  markdown.disable('code')
  recordLines(markdown)
  // Addresses are checked below, where a bad one is an error and not silently left as text.
  markdown.validateLink = () => true
  markdown.core.ruler.after('inline', 'pack', (state) => {
    const env = state.env as unknown as Env
    const { problems, warnings } = findAuthoredMistakes(state.tokens, !options.linkify)
    env.problems.push(...problems)
    env.warnings.push(...warnings, ...(env.isShort ? findSlips(state.src, state.tokens) : []))
    checkTokens(state.tokens, env)
  })
  return markdown
}

function checkTokens(tokens: Token[], env: Env): void {
  for (const token of tokens) {
    const line = token.map?.[0] ?? 0
    if (token.type === 'heading_open' && !['h2', 'h3', 'h4'].includes(token.tag)) {
      env.problems.push({ line, message: `headings are written with ##, ### or ####, not ${token.markup}` })
    }
    if (token.type === 'math_block') renderMath(token, true, line, env)
  }
  for (const { token, line } of inlineTokens(tokens)) {
    if (token.type === 'stray_dollar') {
      token.type = 'text'
      env.problems.push({
        line,
        message: 'a $ that begins no formula: close the formula, or write \\$ for a dollar sign',
      })
    }
    if (token.type === 'math_inline') renderMath(token, token.markup === '$$', line, env)
    if (token.type === 'image') checkImage(token, line, env)
    if (token.type === 'link_open') checkLink(token, line, env)
  }
}

/** Replaces the TeX in a token by what KaTeX makes of it: HTML for the eye, MathML for screen readers, or for all. */
function renderMath(token: Token, displayMode: boolean, line: number, env: Env): void {
  const tex = token.content.trim()
  const comment = commentIn(token.content)
  if (comment) {
    env.problems.push({
      line: line + comment.line,
      message: `the formula ${shorten(tex)} loses what stands after %, which begins a comment: write \\% for a percent sign`,
    })
    return
  }
  try {
    if (tex.length > MAX_CHEMISTRY && /\\(ce|pu)(?![a-z])/i.test(tex))
      throw new Error(`a formula with \\ce or \\pu has at most ${MAX_CHEMISTRY} characters`)
    const options: KatexOptions = {
      displayMode,
      throwOnError: true,
      trust: false,
      maxSize: 20,
      errorColor: UNTRUSTED,
      strict: (code: string, _: string, token?: { text: string }) =>
        code === 'htmlExtension' || (code === 'unknownSymbol' && !isVisible(token?.text ?? '')) ? 'error' : 'ignore',
    }
    const html = env.mathml ? mathmlOf(tex, options) : katex.renderToString(tex, options)
    if (html.includes(UNTRUSTED)) throw new Error('links, pictures and HTML are not allowed in a formula')
    if (hasControls(html)) throw new Error(NO_CONTROLS)
    token.content = token.type === 'math_block' ? `<p>${html}</p>\n` : html
  } catch (error) {
    const reason = (error as Error).message
      .replace(/^KaTeX parse error: /, '')
      .replace(/^LaTeX-incompatible input and strict mode is set to 'error': /, '')
      .replace(/\u0332/g, '')
    env.problems.push({ line, message: `the formula ${shorten(tex)} cannot be set: ${reason}` })
  }
}

/** The line, from 0, of the first comment of TeX: from `%` to the end of the line nothing is set. */
function commentIn(tex: string): { line: number } | undefined {
  const at = tex.replace(/\\./g, '  ').indexOf('%')
  return at < 0 ? undefined : { line: tex.slice(0, at).split('\n').length - 1 }
}

function checkImage(token: Token, line: number, env: Env): void {
  const source = String(token.attrGet('src') ?? '')
  const alt = token.content.replace(/\\([!-/:-@[-`{-~])/g, '$1').trim()
  // The alternative text is plain: a dollar sign in it begins no formula.
  token.children = [Object.assign(new (token.constructor as typeof Token)('text', '', 0), { content: alt })]
  const problem = (message: string) => env.problems.push({ line, message })
  if (!alt) problem(`picture ${source} without alternative text: write ![what it shows](${source})`)
  if (!source.startsWith('media/')) return void problem(`picture ${source} must be a file below media/`)
  const found = env.resolveMedia(source)
  if (typeof found === 'string') return void problem(found)
  if (found.kind !== 'picture') return void problem(`${source} is not a picture`)
  token.attrs = [
    ['src', found.address],
    ['alt', ''],
    ...(found.width && found.height
      ? ([
          ['width', String(found.width)],
          ['height', String(found.height)],
        ] as [string, string][])
      : []),
  ]
}

function checkLink(token: Token, line: number, env: Env): void {
  const target = String(token.attrGet('href') ?? '')
  if (target.startsWith('media/')) {
    const found = env.resolveMedia(target)
    if (typeof found === 'string') env.problems.push({ line, message: found })
    else token.attrSet('href', found.address)
  } else if (!isLinkAddress(target) || /^https?:\/\/(\/|$)/i.test(target)) {
    env.problems.push({
      line,
      message: `link '${target}' must begin with https://, http://, / (a page of this site) or media/`,
    })
  }
}

function inOrder(found: MarkdownProblem[]): MarkdownProblem[] {
  return found.sort((a, b) => a.line - b.line)
}

/** Whether there is anything that no page can show: browsers drop a NUL, and half a pair of code units is no letter. */
function hasControls(text: string): boolean {
  return /[\0-\x08\x0b-\x1f\x7f]/.test(text) || !text.isWellFormed()
}

function lineOfControls(text: string): number {
  return Math.max(0, text.split(/\r\n?|\n/).findIndex(hasControls))
}

function shorten(tex: string): string {
  return cutText(tex.replace(/\s+/g, ' '), 60)
}
