import katex, { type KatexOptions } from 'katex'

/**
 * A formula as MathML alone, for pages without KaTeX's style sheet. Without the TeX beside it: where MathML is not known, and
 * in texts that are made of the page, it would be the formula once more.
 */
export function mathmlOf(tex: string, options: KatexOptions): string {
  const html = katex.renderToString(tex, { ...options, output: 'mathml' })
  return html
    .replace(/^<span class="katex">|<\/span>$/g, '')
    .replace(/<annotation [^>]*>[^<]*<\/annotation>/g, '')
    .replace(/<\/?semantics>/g, '')
    .replace(
      /<(mi|mn|mo) mathvariant="(double-struck|script|fraktur)">([A-Za-z])</g,
      (_, tag: string, kind, letter) =>
        `<${tag} mathvariant="normal">${lettersOf[kind as keyof typeof lettersOf](letter as string)}<`,
    )
}

/** Browsers leave it to the text which alphabet a letter is of (MathML Core). */
const lettersOf = {
  'double-struck': alphabet(0x1d538, { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' }),
  script: alphabet(0x1d49c, {
    ...{ B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ' },
    ...{ e: 'ℯ', g: 'ℊ', o: 'ℴ' },
  }),
  fraktur: alphabet(0x1d504, { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' }),
}

/** Capital and small letters from a code point on, but for those that Unicode had before the others. */
function alphabet(first: number, before: Record<string, string>) {
  return (letter: string) => {
    const at = letter.charCodeAt(0)
    return before[letter] ?? String.fromCodePoint(first + (at >= 97 ? at - 97 + 26 : at - 65))
  }
}
