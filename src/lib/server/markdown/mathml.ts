import type { KatexOptions } from 'katex'
import { katex } from './katex.ts'

/**
 * A formula as MathML alone, for pages without KaTeX's style sheet. Without the TeX beside it: where MathML is not known, and
 * in texts that are made of the page, it would be the formula once more.
 */
export function mathmlOf(tex: string, options: KatexOptions): string {
  const html = katex.renderToString(tex, { ...options, output: 'mathml' })
  return html
    .replace(/^<span class="katex">|<\/span>$/g, '')
    .replace(/<annotation [^<>]*>[^<]*<\/annotation>/g, '')
    .replace(/<\/?semantics>/g, '')
    .replace(styled, (whole, tag: string, kind: string, text: string) => {
      const letters = alphabets[kind]
      if (!letters) return whole
      const drawn = [...text].map((letter) => letters.get(letter) ?? letter).join('')
      return drawn === text ? whole : `<${tag} mathvariant="normal">${drawn}<`
    })
}

/** What is of another alphabet than the text's. */
const styled = /<(mi|mn|mo) mathvariant="([a-z-]+)">([^<&]+)</g

const LATIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const GREEK = 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ'
const DIGITS = '0123456789'

/** Browsers leave it to the text which alphabet a letter is of (MathML Core). Some letters Unicode had before the others. */
const alphabets: Record<string, Map<string, string>> = {
  bold: alphabet([LATIN, 0x1d400], [GREEK, 0x1d6a8], [DIGITS, 0x1d7ce]),
  'bold-italic': alphabet([LATIN, 0x1d468], [GREEK, 0x1d71c]),
  'double-struck': alphabet([LATIN, 0x1d538], [DIGITS, 0x1d7d8], {
    ...{ C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
  }),
  fraktur: alphabet([LATIN, 0x1d504], { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' }),
  monospace: alphabet([LATIN, 0x1d670], [DIGITS, 0x1d7f6]),
  'sans-serif': alphabet([LATIN, 0x1d5a0], [DIGITS, 0x1d7e2]),
  script: alphabet([LATIN, 0x1d49c], {
    ...{ B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ' },
    ...{ e: 'ℯ', g: 'ℊ', o: 'ℴ' },
  }),
}

/** Rows of letters, each from a code point on, and single ones. */
function alphabet(...rows: ([letters: string, first: number] | Record<string, string>)[]): Map<string, string> {
  return new Map(
    rows.flatMap((row) =>
      Array.isArray(row)
        ? [...row[0]].map((letter, at): [string, string] => [letter, String.fromCodePoint(row[1] + at)])
        : Object.entries(row),
    ),
  )
}
