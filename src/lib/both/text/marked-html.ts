import { hasOtherScript, isMostlyLatin, languageOf, runsOf } from './languages.ts'

/** A comment, a script or style with what it holds, a tag, or text. Quoted values of attributes may hold anything. */
const pieces =
  /<!--.*?-->|<(script|style|textarea|astro-island|svg|math)\b(?:"[^"]*"|'[^']*'|[^'">])*>.*?<\/\1>|<[/!]?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>|<|[^<]+/gis

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
  const found = html.match(pieces) ?? []
  const root: Element = { name: '', at: -1, parent: undefined, texts: [], language: OURS }
  const elements: Element[] = [root]
  let open = root
  for (const [at, piece] of found.entries()) {
    const [, closing, name = ''] = tag.exec(piece) ?? []
    if (!piece.startsWith('<')) open.texts.push(at)
    else if (name === '' || /^<(script|style|textarea|astro-island|svg|math)\b/i.test(piece)) continue
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

/** Parents come before what is in them. */
function mark(element: Element, pieces: string[]): void {
  const { parent, texts, at, name } = element
  const given = at < 0 ? OURS : /\slang="([^"]*)"/i.exec(pieces[at]!)?.[1]
  const around = parent?.language ?? OURS
  element.language = given ?? around
  const text = texts.map((index) => pieces[index]!).join(' ')
  // Nearly all there is.
  if (element.language.startsWith('en') && !hasOtherScript(text)) return
  // Names of signs like &quot; are no English.
  const plain = text.replace(/&#?\w+;/g, ' ')
  const language = languageOf(plain)
  if (language === undefined) {
    if (given === undefined && !around.startsWith('en') && /[a-z]/i.test(plain)) {
      element.language = OURS
      pieces[at] = withLanguage(pieces[at]!, OURS)
    }
  } else if (at < 0 || (isMostlyLatin(plain) && !flat.test(name) && element.language.startsWith('en'))) {
    for (const index of texts) pieces[index] = withRuns(pieces[index]!)
  } else if (given === undefined && language !== around) {
    element.language = language
    pieces[at] = withLanguage(pieces[at]!, language)
  }
}

function withRuns(text: string): string {
  return runsOf(text)
    .map((run) => (run.language ? `<span lang="${run.language}">${run.text}</span>` : run.text))
    .join('')
}

function withLanguage(opening: string, language: string | undefined): string {
  return language && !/\slang=/i.test(opening) ? opening.replace(/^<[^\s/>]+/, `$& lang="${language}"`) : opening
}

const altOf = (picture: string) => /\salt=(?:"([^"]*)"|'([^']*)')/i.exec(picture)?.slice(1).join('') ?? ''
