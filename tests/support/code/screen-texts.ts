import ts from 'typescript'

/** A piece of source code whose text on the screen is wrong. */
export interface Mistake {
  line: number
  text: string
}

/** Nouns that are counted where no call of `counted` names them. */
const NOUNS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year', 'mark', 'place', 'time', 'error', 'file']

/** Limits and settings in capitals, and their parts: fixed numbers greater than one. */
const FIXED = /^[\d(]*[A-Z][A-Z0-9_]+(?:[^a-z]|\.by\b|\.count\b)*$/

/** Nouns after which nothing is counted here: `counted(n, 'reply', 'replies')` adds both forms. */
export function countedNouns(code: string): string[] {
  const calls = code.matchAll(/\bcounted(?:Large)?\([^'`\n]*?, '([^']+)'(?:, '([^']+)')?\)/g)
  return [...calls].flatMap(([, one = '', many = `${one}s`]) => [many])
}

/**
 * Finds interpolated numbers before a noun in its plural: `${n} minutes`, `{n} minutes`, `<b>{n}</b> minutes`, `n + ' minutes'`.
 * @param plurals plural nouns of the product beside those of time
 */
export function literalPlurals(file: string, code: string, plurals: readonly string[]): Mistake[] {
  const nouns = [...new Set([...NOUNS.map((noun) => `${noun}s`), ...plurals])].sort((a, b) => b.length - a.length)
  const plural = new RegExp(`^\\s+(?:[a-z]+ ){0,2}?(?:${nouns.join('|')})\\b`)
  if (file.endsWith('.astro')) return pluralsOfMarkup(code, plural)
  return findings(file, code, (node, add) => {
    const follows = (expression: ts.Node, text: string) => {
      const shown = expression.getText()
      if (plural.test(text) && !FIXED.test(shown.replaceAll(/\s/g, '')) && !/^counted(?:Large)?\(/.test(shown))
        add(expression, `${shown}${text.slice(0, 40)}`)
    }
    if (ts.isTemplateSpan(node)) follows(node.expression, node.literal.text)
    if (ts.isBinaryExpression(node) && ts.isStringLiteral(node.right)) follows(node.left, node.right.text)
    const next = nextSibling(node)
    if (!next || !ts.isJsxText(next)) return
    if (ts.isJsxExpression(node) && node.expression) follows(node.expression, next.text)
    const only = ts.isJsxElement(node) && node.children.length === 1 ? node.children[0] : undefined
    if (only && ts.isJsxExpression(only) && only.expression) follows(only.expression, next.text)
  })
}

function pluralsOfMarkup(code: string, plural: RegExp): Mistake[] {
  return [...code.matchAll(/\{([^{}]{1,200})\}(?:<\/\w+>)?([^{}<]{0,60})/g)]
    .filter(([, expression = '', text = '']) => plural.test(text) && !FIXED.test(expression.replaceAll(/\s/g, '')))
    .map(({ 0: text, index }) => ({ line: lineAt(code, index), text }))
}

/** Finds two times that are joined by hand, in place of `clockRange`. */
export function joinedTimes(code: string): Mistake[] {
  const time = String.raw`(?:indianClock|displayTime|namedMoment)\([^()]*(?:\([^()]*\))?[^()]*\)`
  const joined = new RegExp(`${time}\\}?\\s*(?:[-–—]|to|until)\\s*(?:\\$?\\{)?${time}`, 'g')
  return [...code.matchAll(joined)].map(({ 0: text, index }) => ({ line: lineAt(code, index), text }))
}

/** Elements that stand in a line of text. */
const INLINE = /^(?:a|abbr|b|bdi|code|em|i|kbd|mark|q|span|strong|time)$/

/**
 * Finds text and an inline element on two lines of JSX or of an Astro template, between which these put no space: the end of a
 * word or sentence before the element, a word after it, or a sentence in one element before another. Items of a flex box or
 * grid, and screen-reader text, have their distance from CSS.
 */
export function missingSpaces(file: string, code: string): Mistake[] {
  return findings('code.tsx', file.endsWith('.astro') ? asJsx(code) : code, (node, add) => {
    if (!ts.isJsxText(node) || isLaidOut(node.parent)) return
    const text = node.text.trim()
    const before = previousSibling(node)
    const after = nextSibling(node)
    if (text === '' && node.text.includes('\n') && before && after && isInline(before) && isInline(after))
      if (/[.!?]\s*<\/\w+>$/.test(before.getText())) add(node, before.getText())
    if (/[\p{L}\p{N}.,;:!?)]$/u.test(text) && /\n\s*$/.test(node.text) && after && isInline(after)) add(node, text)
    if (/^[\p{L}\p{N}(]/u.test(text) && /^\s*\n/.test(node.text) && before && isInline(before)) add(node, text)
  })
}

/** The template of an Astro file, its lines where they were. */
function asJsx(code: string): string {
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ')
  const template = code
    .replace(/^---\n[\s\S]*?\n---\n/, blank)
    .replaceAll(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<!doctype html>/g, blank)
    // Shorthand attributes.
    .replaceAll(/(<\w[^<>]*?\s)\{(\w+)\}(?=[\s/>])/g, '$1{...$2}')
  return `<>${template}</>`
}

function isInline(node: ts.Node): boolean {
  const opening = ts.isJsxElement(node) ? node.openingElement : ts.isJsxSelfClosingElement(node) ? node : undefined
  if (!opening) return false
  return INLINE.test(opening.tagName.getText()) && !/\b(?:sr-only|block|flex|grid|ml-\d)/.test(classOf(opening))
}

function isLaidOut(parent: ts.Node): boolean {
  return ts.isJsxElement(parent) && /\b(?:flex|grid|btn|badge|link-row)\b/.test(classOf(parent.openingElement))
}

const classOf = ({ attributes }: ts.JsxOpeningLikeElement) =>
  attributes.properties
    .filter((one) => ts.isJsxAttribute(one) && /^class(?:Name|:list)?$/.test(one.name.getText()))
    .map((one) => one.getText())
    .join(' ')

function nextSibling(node: ts.Node): ts.JsxChild | undefined {
  return siblingOf(node, 1)
}

function previousSibling(node: ts.Node): ts.JsxChild | undefined {
  return siblingOf(node, -1)
}

function siblingOf(node: ts.Node, step: number): ts.JsxChild | undefined {
  if (ts.isSourceFile(node)) return undefined
  const { parent } = node
  if (!ts.isJsxElement(parent) && !ts.isJsxFragment(parent)) return undefined
  return parent.children[parent.children.indexOf(node as ts.JsxChild) + step]
}

function findings(
  file: string,
  code: string,
  look: (node: ts.Node, add: (at: ts.Node, text: string) => void) => void,
): Mistake[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind)
  const found: Mistake[] = []
  const add = (at: ts.Node, text: string) => {
    found.push({
      line: source.getLineAndCharacterOfPosition(at.getStart()).line + 1,
      text: text.replaceAll(/\s+/g, ' '),
    })
  }
  const visit = (node: ts.Node): void => {
    look(node, add)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const lineAt = (code: string, index: number) => code.slice(0, index).split('\n').length
