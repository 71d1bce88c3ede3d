/**
 * Sequences that are drawn like another letter, which is how Unicode writes it: letters of Malayalam typed with converters and
 * old keyboards, and vowels of Devanagari and Tamil put together from parts (Unicode, chapter 12, and DoNotEmit.txt).
 */
const sequences: Record<string, string> = {
  // Chillu: consonant, virama and joiner, as before Unicode 5.1.
  ...{ 'ണ്\u200d': 'ൺ', 'ന്\u200d': 'ൻ', 'ര്\u200d': 'ർ', 'റ്\u200d': 'ർ', 'ല്\u200d': 'ൽ', 'ള്\u200d': 'ൾ', 'ക്\u200d': 'ൿ' },
  // All three are drawn as the conjunct of na and rra.
  ...{ 'ന്\u200d\u0d4dറ': 'ന്റ', 'ൻ\u0d4dറ': 'ന്റ', ൻറ: 'ന്റ', 'ന്\u200dറ': 'ന്റ' },
  ...{ 'ഇ\u0d57': 'ഈ', 'ഉ\u0d57': 'ഊ', 'എ\u0d46': 'ഐ', 'ഒ\u0d3e': 'ഓ', 'ഒ\u0d57': 'ഔ', '\u0d46\u0d46': '\u0d48' },
  ...{ 'अ\u093e': 'आ', 'उ\u0941': 'ऊ', 'ए\u0945': 'ऍ', 'ए\u0946': 'ऎ', 'ए\u0947': 'ऐ' },
  ...{ 'अ\u0949': 'ऑ', 'आ\u0945': 'ऑ', 'अ\u094a': 'ऒ', 'आ\u0946': 'ऒ', 'अ\u094b': 'ओ', 'आ\u0947': 'ओ' },
  ...{ 'अ\u094c': 'औ', 'आ\u0948': 'औ', 'अ\u0945': 'ॲ', '।।': '॥', ஒள: 'ஔ' },
  '...': '…',
}

const anySequence = new RegExp(
  Object.keys(sequences)
    .sort((a, b) => b.length - a.length)
    .map((sequence) => sequence.replaceAll('.', '\\.'))
    .join('|'),
  'g',
)

/** Signs that are drawn alike, each row beginning with the one that stands for all. */
const signs = [
  ...['-‐‑‒–—―−', "'‘’‚′`´", '"“”„″', ':∶ःഃ', '/⁄∕', '·∙⋅•', '*∗', '°º˚', 'µμ', '|।', '~∼'],
  ...['AАΑ', 'BВΒ', 'EЕΕ', 'ZΖ', 'HНΗ', 'IІΙ', 'JЈ', 'KКΚ', 'MМΜ', 'NΝ', 'OОΟ', 'PРΡ', 'CС', 'SЅ', 'TТΤ', 'YУΥ', 'XХΧ'],
  ...['aа', 'eе', 'oоο', 'pр', 'cс', 'yу', 'xх', 'iі', 'sѕ', 'jј'],
]

const drawnAs = new Map(signs.flatMap((row) => [...row].map((sign) => [sign, row.charAt(0)] as const)))

/** Elements that say nothing of how a text looks, but for another alphabet of a formula. */
const plainTag = /^<\/?(?:span|math|semantics|mrow|mi|mn|mo|p)[\s>]/

const outerTag = /^<\/?(?:math|semantics)[\s>]/

/**
 * Finds options that nobody can tell apart on the screen: formulas typed in two ways, invisible characters, old and new letters.
 * @param options sanitised HTML, as it was rendered
 * @returns positions of an option and of the first one that looks like it
 */
export function findAlikeOptions(options: readonly string[]): { position: number; first: number }[] {
  const seen = new Map<string, number>()
  return options.flatMap((html, position) => {
    const look = lookOf(html)
    const first = seen.get(look)
    if (first !== undefined) return [{ position, first }]
    seen.set(look, position)
    return []
  })
}

function lookOf(html: string): string {
  const visible = html.includes('<') ? withoutPlainTags(withoutVisualFormulas(html)) : html
  return visible
    .normalize('NFC')
    .replace(anySequence, (sequence) => sequences[sequence] ?? sequence)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[^a-zA-Z0-9<>="\s]/g, (sign) => drawnAs.get(sign) ?? sign)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Formulas without anything above or beside one another are text; of others it counts what stands in which part. */
function withoutPlainTags(html: string): string {
  return html
    .replace(/<annotation [^<>]*>[^<]*<\/annotation>/g, '')
    .split('</math>')
    .map((part) => {
      const at = part.lastIndexOf('<math')
      const [before, formula] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at)]
      const text = without(plainTag, formula)
      return without(plainTag, before) + (text.includes('<') ? without(outerTag, formula) : text)
    })
    .join('')
}

function without(tags: RegExp, html: string): string {
  return html.replace(/<[^<>]*>/g, (tag) => (tags.test(tag) && !/mathvariant="(?!normal)/.test(tag) ? '' : tag))
}

/** Formulas stand twice in a text, as MathML and for the eye; the second one says how it was typed. */
function withoutVisualFormulas(html: string): string {
  const begin = '<span class="katex-html"'
  const kept: string[] = []
  let from = 0
  for (let at = html.indexOf(begin); at >= 0; at = html.indexOf(begin, from)) {
    kept.push(html.slice(from, at))
    from = endOfSpan(html, at)
  }
  return kept.join('') + html.slice(from)
}

function endOfSpan(html: string, begin: number): number {
  let depth = 0
  for (const { 0: tag, index } of html.slice(begin).matchAll(/<span[\s>]|<\/span>/g)) {
    depth += tag === '</span>' ? -1 : 1
    if (depth === 0) return begin + index + tag.length
  }
  return html.length
}
