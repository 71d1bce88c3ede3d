import { hasLetters, runsOf, type Run } from './language-runs.ts'
import { hasOtherScript, languageOf } from './languages.ts'

/** Elements that stay as they are: their content is no text of the page, or marks itself. */
const opaque = /^(script|style|textarea|astro-island|svg|math)$/i

const tag = /^<(\/?)([a-z][a-z\d-]*)/i
const hollow = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i
/** Hold text and no elements. */
const flat = /^(title|option)$/i

interface Element {
  name: string
  /** Of its opening tag among the pieces. */
  at: number
  parent: Element | undefined
  /** Of its own text, where the pieces are. */
  texts: number[]
  language: string
}

/** The language of our pages (layouts/Base.astro). */
const OURS = 'en-IN'

/**
 * Marks what is in another script than Latin with its language: an element by its own text, and words in a text that is
 * English for the most part. What is marked already stays, and so do islands, which mark themselves in the browser
 * (languages.browser.ts). Well-formed HTML, as renderers write it.
 */
export function markLanguages(html: string): string {
  if (!hasOtherScript(html)) return html
  const found = new Pieces(html).list()
  const root: Element = { name: '', at: -1, parent: undefined, texts: [], language: OURS }
  const elements: Element[] = [root]
  let open = root
  for (const [at, piece] of found.entries()) {
    const [, closing, name = ''] = tag.exec(piece) ?? []
    if (!piece.startsWith('<')) open.texts.push(at)
    else if (name === '' || (!closing && opaque.test(name))) continue
    else if (closing) {
      let matching: Element | undefined = open
      while (matching && matching.name !== name) matching = matching.parent
      open = matching?.parent ?? open
    } else if (/^img$/i.test(name)) found[at] = withLanguage(piece, languageOf(altOf(piece)))
    else if (!hollow.test(name)) {
      open = { name, at, parent: open, texts: [], language: OURS }
      elements.push(open)
    }
  }
  for (const element of elements) mark(element, found)
  return found.join('')
}

/** Characters of a tag that hold its name. */
const LONGEST_OPENING = 50

/**
 * Splits HTML into comments, opaque elements with their content, tags and texts. From the first tag that never ends all is
 * text. Takes linear time: what is missing once is not searched again.
 */
class Pieces {
  readonly #html: string
  readonly #missing = new Set<string>()

  constructor(html: string) {
    this.#html = html
  }

  list(): string[] {
    const pieces: string[] = []
    for (let at = 0; at < this.#html.length; at += pieces.at(-1)!.length) {
      const end = this.#html[at] === '<' ? this.#endOfMarkup(at) : this.#html.indexOf('<', at)
      pieces.push(this.#html.slice(at, end < 0 ? undefined : end))
    }
    return pieces
  }

  /** @returns the index after the comment, opaque element, tag or lone `<` at an index */
  #endOfMarkup(at: number): number {
    const comment = this.#html.startsWith('<!--', at) ? this.#endOf('-->', at + 4) : -1
    if (comment > 0) return comment
    const [, closing, name] = tag.exec(this.#html.slice(at, at + LONGEST_OPENING)) ?? []
    const end = name || this.#html[at + 1] === '!' ? this.#endOfTag(at) : -1
    if (end < 0) return at + 1
    const content = name && !closing && opaque.test(name) ? this.#endOf(`</${name}>`, end) : -1
    return content < 0 ? end : content
  }

  /** Skips quoted attribute values, which may hold `>`. @returns the index after the tag, or -1 */
  #endOfTag(at: number): number {
    if (this.#missing.has('>')) return -1
    const stops = /["'>]/g
    stops.lastIndex = at
    for (let stop = stops.exec(this.#html); stop; stop = stops.exec(this.#html)) {
      if (stop[0] === '>') return stops.lastIndex
      const end = this.#endOf(stop[0], stops.lastIndex)
      if (end < 0) break
      stops.lastIndex = end
    }
    this.#missing.add('>')
    return -1
  }

  /** @returns the index after the next occurrence of a text, or -1 */
  #endOf(text: string, from: number): number {
    const at = this.#missing.has(text) ? -1 : this.#html.indexOf(text, from)
    if (at < 0) this.#missing.add(text)
    return at < 0 ? -1 : at + text.length
  }
}

/** Parents come before what is in them. */
function mark(element: Element, pieces: string[]): void {
  const { parent, texts, at, name } = element
  const given = at < 0 ? OURS : /\slang="([^"]*)"/i.exec(pieces[at]!)?.[1]
  const around = parent?.language ?? OURS
  element.language = given ?? around
  const text = texts.map((index) => pieces[index]!).join(' ')
  // Nearly all there is.
  if (element.language.startsWith('en') && !hasOtherScript(text)) return
  if (flat.test(name)) {
    if (given === undefined) pieces[at] = withLanguage(pieces[at]!, languageOf(text))
    return
  }
  const runs = texts.map((index) => runsOfHtml(pieces[index]!))
  const languages = new Set(runs.flat().flatMap((run) => (hasLetters(run) ? [run.language] : [])))
  const [language] = languages
  const isAlone = languages.size === 1 && language !== undefined
  if (at >= 0 && given === undefined && languages.size > 0) {
    // Text in two languages is marked by run, within an element in ours.
    element.language = isAlone ? language : OURS
    if (element.language !== around) pieces[at] = withLanguage(pieces[at]!, element.language)
  }
  if ((at < 0 || !isAlone) && element.language.startsWith('en'))
    for (const [place, index] of texts.entries()) pieces[index] = marked(runs[place]!)
}

function runsOfHtml(html: string): Run[] {
  // The names of character references such as &quot; are no English.
  const plain = html.replace(/&#?\w+;/g, (reference) => '-'.repeat(reference.length))
  let end = 0
  return runsOf(plain).map(({ text, language }) => ({ text: html.slice(end, (end += text.length)), language }))
}

function marked(runs: Run[]): string {
  return runs.map(({ text, language }) => (language ? `<span lang="${language}">${text}</span>` : text)).join('')
}

function withLanguage(opening: string, language: string | undefined): string {
  return language && !/\slang=/i.test(opening) ? opening.replace(/^<[^\s/>]+/, `$& lang="${language}"`) : opening
}

const altOf = (picture: string) => /\salt=(?:"([^"]*)"|'([^']*)')/i.exec(picture)?.slice(1).join('') ?? ''
