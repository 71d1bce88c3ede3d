import katex from 'katex'
// Adds \ce and \pu to KaTeX's macros.
import 'katex/contrib/mhchem'

/**
 * KaTeX with mhchem and the Unicode symbols that question papers have in formulas. KaTeX itself knows some of these symbols
 * in formulas only, some in text only and some not at all.
 */
export { katex }

/** True for a character that a device draws, or that joins letters of Indian scripts; false for any other invisible one. */
export function isVisible(character: string): boolean {
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S}\u200c\u200d]+$/u.test(character)
}

/** Macro expander, which KaTeX passes to macros; not part of its types. */
interface Expander {
  mode: 'math' | 'text'
  future: () => { text: string }
  popToken: () => { text: string }
}

/** @returns the TeX that replaces a symbol; undefined leaves the symbol to KaTeX */
type Expand = (expander: Expander) => string | undefined

const { __defineMacro: defineMacro } = katex as unknown as { __defineMacro: (name: string, expand: Expand) => void }

/** Symbols with a TeX name that KaTeX knows, as pairs. */
const NAMED = String.raw`
  – -   — \text{—}   ‐ -   ‑ -   ′ '   ″ ''   ‴ '''   ⁗ ''''   ʹ '   ʺ ''   ‘ \text{‘}   ’ '   “ \text{“}   ” \text{”}
  µ \mu   ∆ \Delta   △ \triangle   ▵ \triangle   ▽ \triangledown   ⊥ \perp   ∥ \parallel   ‖ \Vert   ∶ :   ⁄ /   ∕ /
  ⊄ \not\subset   ⊅ \not\supset   ∅ \varnothing   ∄ \nexists   ⊤ \top   ⨯ \times   ✕ \times   ✖ \times   ⌒ \frown
  • \bullet   ○ \bigcirc   □ \square   ■ \blacksquare   ∎ \blacksquare   ★ \bigstar   ◇ \Diamond   ◆ \blacklozenge
  ≠ \neq   ∉ \notin   ∌ \notni   ≝ \stackrel{\tiny\mathrm{def}}{=}   ≟ \stackrel{\tiny?}{=}   ≔ \coloneqq   ∷ \dblcolon
  ⋮ \vdots   ⟂ \perp   ↤ \mapsfrom   ⦵ \minuso   † \dag   ‡ \ddag   º \degree   ˚ \degree
  ➔ \rightarrow   ➝ \rightarrow   ➞ \rightarrow   ⇾ \rightarrow   ℃ {\degree\mathrm{C}}   ℉ {\degree\mathrm{F}}   ‥ ..   ⁒ \%`

/** Symbols that KaTeX's fonts lack; the fonts of the device draw them. */
const FOREIGN = '₹₨€¢¤‰‱ª№☆✗✘✔▱▭∟⊾⊿●♀♂①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳'

const FRACTIONS = '½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒↉'

/** Spaces of word processors, and invisible characters that copied text brings along. */
const SPACES: Record<string, string> = {
  ...{ '\u00a0': '~', '\u202f': '~', '\u2002': String.raw`\enspace `, '\u2003': String.raw`\quad `, '\u3000': '~' },
  ...Object.fromEntries(
    [...'\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u205f'].map((space) => [space, String.raw`\,`]),
  ),
  ...Object.fromEntries([...'\u200b\u2060\ufeff\ufe0e\ufe0f'].map((nothing) => [nothing, ''])),
}

/** First and last characters of blocks that hold superscripts and subscripts, among other letters. */
const SUPERSCRIPTS = ['²³', '¹¹', 'ʰʸ', 'ˡˣ', 'ᴬᵡ', 'ᶜᶿ', '⁰ⁿ']
const SUBSCRIPTS = ['ᵢᵪ', '₀ₜ', 'ⱼⱼ']

/** Blocks of symbols that KaTeX knows in formulas but not in \text. */
const OF_FORMULAS = ['¬¬', '±±', '··', '§§', '¶¶', '××', '÷÷', 'ͰϿ', '℀⏿', '■⟿', '⤀⯿']

/** Macros of KaTeX in these blocks, which stay as they are. */
const OF_KATEX = /[ℬℰℱℋℐℒℳℛℭℌℨ≘-≛≞≕∹⌜-⌟⟦⟧⦃⦄⩴]/

/** Characters that KaTeX knows in \text. */
const KNOWN_IN_TEXT = /[–—‘’“”]/

const known = charactersOf(OF_FORMULAS).filter((symbol) => !OF_KATEX.test(symbol))
define(known, (symbol) => inFormula(symbol, undefined))
const pairs = NAMED.trim()
  .split(/\s{2,}/)
  .map((pair) => pair.split(' '))
for (const [symbol = '', tex] of pairs) define([symbol], () => inFormula(symbol, tex))
define(FOREIGN, (sign) => () => String.raw`{\rule{0em}{0.7em}\text{\char${sign.codePointAt(0)}}}`)
define(FRACTIONS, (sign) => {
  const [over, under] = sign.normalize('NFKC').split('⁄')
  return inFormula(sign, String.raw`{\tfrac{${over}}{${under}}}`)
})
define(Object.keys(SPACES), (space) => () => SPACES[space])
define(charactersOf(['Ⅰⅿ']), (numeral) => () => String.raw`\text{${numeral.normalize('NFKC')}}`)
defineRoot('√', '')
defineRoot('∛', '3')
defineRoot('∜', '4')
defineScripts('^', SUPERSCRIPTS)
defineScripts('_', SUBSCRIPTS)

function define(symbols: Iterable<string>, expansion: (symbol: string) => Expand): void {
  for (const symbol of symbols) defineMacro(symbol, expansion(symbol))
}

/** @param tex undefined leaves a symbol of a formula to KaTeX */
function inFormula(symbol: string, tex: string | undefined): Expand {
  if (KNOWN_IN_TEXT.test(symbol)) return ({ mode }) => (mode === 'text' ? undefined : tex)
  return ({ mode }) => (mode === 'text' ? textOf(tex ?? symbol) : tex)
}

/** A formula within \text, upright and of normal weight: KaTeX has no bold or italic font for many symbols. */
function textOf(tex: string): string {
  return String.raw`\textmd{\textup{$${tex}$}}`
}

/** Defines a root: over the group in braces that follows, or its sign alone, as in √16. */
function defineRoot(sign: string, index: string): void {
  defineMacro(sign, (expander) => {
    if (expander.mode === 'text') return textOf(`${index && `^{${index}}`}\\surd`)
    if (expander.future().text === '{') return index ? `\\sqrt[${index}]` : '\\sqrt'
    return index ? `{}^{${index}}\\surd ` : '\\surd '
  })
}

/** Defines superscripts or subscripts, with or without a base before them; those in a row are one script. */
function defineScripts(operator: '^' | '_', blocks: string[]): void {
  const scripts = new Map<string, string>()
  for (const script of charactersOf(blocks)) {
    const plain = script.normalize('NFKC')
    if (plain !== script) scripts.set(script, plain)
  }
  define(scripts.keys(), (first) => (expander) => {
    let script = scripts.get(first)!
    for (let next = scripts.get(expander.future().text); next; next = scripts.get(expander.future().text)) {
      script += next
      expander.popToken()
    }
    const tex = `${operator}{${script}}`
    return expander.mode === 'text' ? textOf(tex) : tex
  })
}

function charactersOf(blocks: string[]): string[] {
  return blocks.flatMap((block) => {
    const [first = 0, last = 0] = [...block].map((character) => character.codePointAt(0)!)
    return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
  })
}
