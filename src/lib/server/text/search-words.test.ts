import { describe, expect, test } from 'vitest'
import { foldLetters, termsOf } from './search-words.ts'

describe('letters are folded to one spelling', () => {
  test.each([
    ['capitals', 'POLITY', 'polity'],
    ['marks on Latin letters', 'Économie', 'economie'],
    ['composed and decomposed vowel signs', 'ക\u0d46\u0d3e', 'ക\u0d4a'],
    ['an old chillu n and the letter', 'അവന\u0d4d\u200d', 'അവൻ'],
    ['an old chillu nn and the letter', 'കണ\u0d4d\u200d', 'കൺ'],
    ['an old chillu r and the letter', 'അവര\u0d4d\u200d', 'അവർ'],
    ['an old chillu l and the letter', 'കടല\u0d4d\u200d', 'കടൽ'],
    ['an old chillu ll and the letter', 'അവള\u0d4d\u200d', 'അവൾ'],
    ['an old chillu k and the letter', 'ക\u0d4d\u200d', 'ൿ'],
    ['other joiners', 'പിഎസ്\u200cസി', 'പിഎസ്സി'],
    ['nta with a chillu', 'എൻറെ', 'എന്റെ'],
    ['nta with a chillu and a virama', 'എൻ്റെ', 'എന്റെ'],
    ['the old au sign', 'ക\u0d4c', 'ക\u0d57'],
    ['a composed nukta', 'प\u095dाई', 'पढाई'],
    ['a nukta of its own', 'ज\u093cमीन', 'जमीन'],
    ['a nasal and its dot', 'हिन्दी', 'हिंदी'],
    ['a candrabindu', 'चाँद', 'चांद'],
    ['Malayalam digits', '൨൦൨൬', '2026'],
    ['Hindi digits', '२०२६', '2026'],
    ['full-width letters', 'ＬＤＣ', 'ldc'],
  ])('%s', (_, one, other) => {
    expect(foldLetters(one)).toBe(foldLetters(other))
    expect(foldLetters(other)).toBe(other)
  })
})

describe('an abbreviation is one word, however it is written', () => {
  test.each(
    [
      'LDC',
      'L.D.C.',
      'L D C',
      'l. d. c',
      'എൽ.ഡി.സി',
      'എൽ ഡി സി',
      'എൽഡിസി',
      'എല\u0d4d\u200d.ഡി.സി.',
      'एल.डी.सी',
      'एलडीसी',
    ].map((written) => [written]),
  )('%s', (written) => {
    const terms = termsOf(`${written} exam`)
    expect(terms).toHaveLength(2)
    expect([terms[0]?.joined, ...(terms[0]?.words ?? [])]).toContain('ldc')
  })

  test.each([
    ['S.S.C. C.G.L.', ['ssc', 'cgl']],
    ['P.S.C. L.D.C.', ['psc', 'ldc']],
    ['S. S. C. C.G.L.', ['ssc', 'cgl']],
    ['S S C C.G.L.', ['ssc', 'cgl']],
    ['S.S.C. C G L', ['ssc', 'cgl']],
    ['M.A. B.Ed.', ['ma', 'bed']],
    ['പി.എസ്.സി എൽ.ഡി.സി', ['psc', 'ldc']],
    ['പി.എസ്.സി. എൽ.ഡി.സി.', ['psc', 'ldc']],
    ['പിഎസ്സി എൽഡിസി', ['psc', 'ldc']],
    ['പി.എസ്‌സി', ['psc']],
    ['എസ്.എസ്എൽസി', ['sslc']],
    ['പി.എസ്‌സി എൽഡി.സി', ['psc', 'ldc']],
    ['എൽ.പി യു.പി', ['lp', 'up']],
    ['एस.एस.सी. सी.जी.एल.', ['ssc', 'cgl']],
    ['एलडीसी के लिए', ['ldc', undefined, undefined]],
    ['गांधी जी के', [undefined, undefined, undefined]],
    ['जे.के.पी', ['jkp']],
    ['यू के पी एस सी', ['ukpsc']],
    ['जे के एस एस बी', ['jkssb']],
    ['I A S', ['ias']],
  ])('and two are two: %s', (written, joined) => {
    expect(termsOf(written).map((term) => term.joined)).toEqual(joined)
  })

  test('and nothing is made up where nothing tells the first from the second', () => {
    expect(termsOf('S. S. C. C. G. L.').map(({ joined }) => joined)).toEqual(Array(6).fill(undefined))
  })

  test('also where a part has more letters', () => {
    expect(termsOf('B.Ed. and Ph.D')).toEqual([
      { words: ['b', 'ed'], joined: 'bed' },
      { words: ['and'], joined: undefined },
      { words: ['ph', 'd'], joined: 'phd' },
    ])
  })

  test('but not two words with a full stop between them, nor more letters than abbreviations have', () => {
    expect(termsOf('end.then').map(({ words }) => words)).toEqual([['end'], ['then']])
    expect(termsOf('k e r a l a').filter(({ joined }) => joined)).toEqual([])
    expect(termsOf('2.5 lakh').map(({ words }) => words)).toEqual([['2'], ['5'], ['lakh']])
  })
})
