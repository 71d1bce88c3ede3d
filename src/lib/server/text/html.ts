import sanitizeHtml from 'sanitize-html'
import { authoredElements } from '../../both/text/authored-elements.ts'
import { isLinkAddress } from '../../both/text/link-address.ts'
import { isOwnPicture } from '../../both/text/own-picture.ts'

/** Classes of KaTeX's style sheet. No others, so that authored text cannot dress up as a part of the application. */
const mathClass = new RegExp(
  `^(${[
    'katex(-[a-z]+)*',
    'm(ord|bin|rel|op|open|close|punct|inner|space|tight|frac|over|under|table|supsub|ult|ainrm|tr-glue|ml-eqn-num)',
    '(math|text)[a-z]*',
    'vlist(-[rst]2?)?|vertical-separator|pstrut|svg-align|hide-tail|accent-(body|full)|colorbox|fcolorbox|fbox|boxpad',
    '(reset-)?size[0-9]{1,2}|delimsizing(inner)?|delim-size[14]|delimcenter|nulldelimiter|fontsize-ensurer',
    '(small|large)-op|op-(symbol|limits)|frac-line|(over|under)line(-line)?|sqrt|root|rule|sizing|accent(under)?|vcenter|inner|tag',
    '(ll|rl|cl)ap|x-arrow(-pad)?|(halfarrow|brace)-(left|right)|brace-center|cancel-(pad|lap)|angl(pad)?|sout',
    'cd-(arrow-pad|label-left|label-right|vert-arrow)|arraycolsep|col-align-[clr]|eqn-num|leqno|fleqn|reflectbox',
    'amsrm|boldsymbol|allowbreak|nobreak|newline|tml-eqn|mml-eqn-num|(latin|cyrillic|brahmic|georgian|cjk|hangul)_fallback',
  ].join('|')})$`,
)

const length = String.raw`-?[0-9]{0,3}\.?[0-9]+(em|ex|px|%)?`
const color = '#[0-9a-fA-F]{3,8}|[a-zA-Z]{2,24}'

/** Style properties KaTeX writes, with the values it writes. */
const mathStyles = new Map(
  Object.entries({
    [`height|width|min-width|top|bottom|left|vertical-align|(margin|padding)-(left|right|top)|border(-(bottom|right|top))?-width`]:
      length,
    margin: `${length}( ${length})?`,
    'color|background-color|border-color': color,
    'border(-right)?-style': 'solid|dashed',
    border: `${length} (solid|dashed) (${color})`,
    position: 'relative',
    'text-shadow': `${length} ${length} ${length}`,
  }).map(([names, value]) => [new RegExp(`^(${names})$`), new RegExp(`^(${value})$`)]),
)

/** Column alignment of Markdown's tables. */
const cellStyles = new Map([[/^text-align$/, /^(left|center|right)$/]])

/**
 * Reduces HTML that authors wrote, or that was made from what they wrote, to an allow-list: text, lists, tables, links
 * to the web and within the site, pictures of our own media that say what they show, and KaTeX's formulas.
 */
export function sanitizeAuthored(html: string): string {
  // Most options of questions; to set the list up costs more than to render them.
  if (!/[<>&]/.test(html)) return html
  return sanitizeHtml(html, {
    allowedTags: Object.keys(authoredElements),
    allowedAttributes: authoredElements,
    allowedSchemes: ['http', 'https'],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    // SVG names its attributes in camel case; anything else in capitals is not on the list and goes.
    parser: { lowerCaseAttributeNames: false },
    transformTags: { '*': tidy },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !(attribs.src && attribs.alt?.trim()),
  })
}

function tidy(tagName: string, given: sanitizeHtml.Attributes) {
  const attribs = { ...given }
  if (attribs.class !== undefined) {
    attribs.class = attribs.class
      .split(/\s+/)
      .filter((name) => mathClass.test(name))
      .join(' ')
  }
  if (attribs.style !== undefined) {
    attribs.style = keepStyles(attribs.style, tagName === 'th' || tagName === 'td' ? cellStyles : mathStyles)
  }
  for (const name of ['class', 'style']) if (attribs[name] === '') delete attribs[name]
  if (tagName === 'a') {
    if (!isLinkAddress(attribs.href ?? '')) delete attribs.href
    attribs.rel = 'noopener'
  }
  if (tagName === 'img') {
    if (!isOwnPicture(attribs.src ?? '')) delete attribs.src
    attribs.loading = 'lazy'
    attribs.decoding = 'async'
  }
  return { tagName, attribs }
}

function keepStyles(style: string, allowed: Map<RegExp, RegExp>): string {
  let kept = ''
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, colon).trim()
    const value = declaration.slice(colon + 1).trim()
    for (const [names, values] of allowed) if (names.test(name) && values.test(value)) kept += `${name}:${value};`
  }
  return kept
}

/** Plain text as HTML. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

const named: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** What sanitised HTML says, as plain text with line breaks, for places that draw none. */
export function plainText(html: string): string {
  const lines = html.replace(/<br\s*\/?>\n?/gi, '\n').replace(/<\/(p|li|h[2-4]|tr|pre|blockquote)>\n?/gi, '\n')
  const text = sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })
  return text.replace(/&(lt|gt|quot|amp);/g, (sign) => named[sign] ?? sign).trim()
}

/** The same of what is shown in a line: a formula as it was typed, for what is drawn of it makes no sense in a row. */
export function plainWords(html: string): string {
  if (!html.includes('katex-html')) return plainText(html)
  const typed = sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'li', 'tr', 'span'],
    allowedAttributes: {},
    nonTextTags: ['mi', 'mn', 'mo', 'mtext'],
    exclusiveFilter: ({ attribs }) => attribs.class === 'katex-html',
  })
  return plainText(typed)
}
