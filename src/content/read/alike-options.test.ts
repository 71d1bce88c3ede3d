import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '#lib/server/markdown/markdown.ts'
import { edited, packWarnings, smallPack } from '../../../tests/support/packs/pack.ts'
import { findAlikeOptions } from './alike-options.ts'

const alike = (...options: string[]) =>
  findAlikeOptions(
    options.map((text) => renderMarkdown(text, { inline: true, resolveMedia: () => 'no media' }).html),
  ).map(({ position, first }) => [first, position])

describe('options that look alike', () => {
  it.each([
    ['a formula with braces that change nothing', '$2^3$', '$2^{3}$'],
    ['a formula with other spaces', '$2\\times3$', '$2 \\times  3$'],
    ['a fraction in two notations', '$\\frac12$', '$\\frac{1}{2}$'],
    ['two names of one sign', 'if $a\\le b$', 'if $a \\leq b$'],
    ['a number and a formula of it', '42', '$42$'],
    ['a minus sign, a hyphen and a dash', '$-5$', '-5'],
    ['a dash', '1–5', '1-5'],
    ['old and new chillu', 'അവന്\u200d', 'അവൻ'],
    ['old and new chillu of la', 'കടല്\u200d', 'കടൽ'],
    ['the conjunct of na and rra', 'എന്റെ', 'എൻറെ'],
    ['Malayalam vowels in parts', 'ഈ', 'ഇൗ'],
    ['Devanagari vowels in parts', 'आम', 'अाम'],
    ['a visarga and a colon', 'अतः', 'अत:'],
    ['composed and decomposed letters', '\u00e9', 'e\u0301'],
    ['a zero-width space', 'Kollam', 'Kol\u200blam'],
    ['a soft hyphen', 'Kollam', 'Kol\u00adlam'],
    ['a mark of direction', 'Kollam', '\u200eKollam'],
    ['a non-breaking space', 'New Delhi', 'New\u00a0Delhi'],
    ['letters of another alphabet', 'A', 'А'],
    ['wide letters', 'A1', 'Ａ１'],
    ['curly quotes', "Ram's", 'Ram’s'],
  ])('are found: %s', (_, one, other) => {
    expect(alike(one, 'something else', other)).toEqual([[0, 2]])
  })

  it.each([
    ['$2^3$', '$2^{34}$', '$23$', '$2_3$', '$2^33$'],
    ['$\\mathbf{x}$', '$x$', '$\\vec{x}$', '$\\mathbb{R}$', '$R$'],
    ['5', '5.', '50', '-5', '٥'],
    ['x²', 'x2', 'x₂'],
    ['A', 'a', '**A**'],
    ['$\\frac{1}{23}$', '$\\frac{12}{3}$', '$123$', '$\\frac{123}{}$'],
    ['ക', 'കാ', 'ക്ക'],
    ['$a<b$', '$a>b$', '$a\\le b$'],
  ])('are not found where one can see the difference: %j, …', (...options) => {
    expect(alike(...options)).toEqual([])
  })

  it('are warned of at their own line, with the letters of both', async () => {
    const files = edited(smallPack(), 'questions/all.yaml', "['4', '6', '7', '8']", "\n    - '4'\n    - $4$\n    - '7'")
    expect(await packWarnings(files)).toEqual([
      'questions/all.yaml:23 warning: option B looks like option A: they differ only in how they are typed',
    ])
  })
})
