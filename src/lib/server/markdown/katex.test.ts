import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { renderMarkdown } from './markdown.ts'

const render = (tex: string, mathml = false) => renderMarkdown(`$${tex}$`, { resolveMedia: () => 'no media', mathml })
const problemsOf = (tex: string) => render(tex).problems.map(({ message }) => message)

/** Text that a formula shows, without markup. */
const shown = (tex: string) => {
  const { html, problems } = render(tex, true)
  expect(problems).toEqual([])
  return html.replace(/<[^>]*>|\u2061/g, '').replaceAll('\u00a0', ' ')
}

const warn = vi.spyOn(console, 'warn')
afterEach(() => expect(warn).not.toHaveBeenCalled())
afterAll(() => warn.mockRestore())

describe('symbols of question papers in formulas', () => {
  const symbols = [
    ...'₹½¼¾⅓⅔⅛°×÷√∛±∓≤≥≠≈≡≅∼−–·•∗′″‴µμΩ℧∠∡△∆▵⊥∥∦∴∵→←↔⇌⇒⇔↑↓⟶∞∝∂∇∑∏∫∮∈∉⊂⊆⊄∪∩∅∀∃¬∧∨⊕⊗ℓÅ‰℃℉№€£¢☆★✓✔✗●○□■∟⌊⌋⌈⌉⟨⟩‖…⋯⋮',
    ...'αβγδεζηθικλνξοπρςστυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨϕϵ',
    ...'²³¹⁰⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥᵀˣ',
    ...[
      'മലയാളം',
      'അവന്\u200dറെ',
      'हिन्दी',
      'தமிழ்',
      'é',
      'Ⅳ',
      '①',
      '“a”',
      'f’',
      'a\u00a0b',
      'a\u2009b',
      '\u200b',
      '⇌\ufe0f',
    ],
  ]

  it.each([
    ['alone', (symbol: string) => symbol],
    ['after a letter', (symbol: string) => `x${symbol}`],
    ['after a digit, above a line', (symbol: string) => `\\frac{2${symbol}}{3}`],
    ['in a text', (symbol: string) => `\\text{a ${symbol} b}`],
    ['after a letter in a text', (symbol: string) => `\\textbf{a${symbol}}`],
    ['in a cell', (symbol: string) => `\\begin{array}{c}${symbol}\\\\1\\end{array}`],
    ['in chemistry', (symbol: string) => `\\ce{A ${symbol} B}`],
    ['in a unit', (symbol: string) => `\\pu{2 ${symbol}}`],
  ])('are drawn %s', (_, place) => {
    const refused = symbols.filter((symbol) =>
      [false, true].some((mathml) => render(place(symbol), mathml).problems.length > 0),
    )
    expect(refused).toEqual([])
  })

  it.each([
    ['₹2½', '₹212'],
    ['10⁻³', '10−3'],
    ['²³⁵₉₂U', '92235U'],
    ['\\text{m²}', 'm2'],
    ['\\text{5 µm × 3}', '5 μm × 3'],
    ['30° 15′ 20″', '30°15′20′′'],
    ['√{16}', '16'],
    ['√16', '√16'],
    ['5 – 3', '5−3'],
    ['a\u200bb', 'ab'],
    ['37 ℃', '37°C'],
    ['\\text{अर्थ } = ₹ 20', 'अर्थ =₹20'],
  ])('%s shows %s', (tex, text) => expect(shown(tex)).toBe(text))

  it('superscripts in a row are one superscript', () => {
    expect(render('x⁻¹²', true).html).toContain('<msup><mi>x</mi><mrow><mo>−</mo><mn>12</mn></mrow></msup>')
    expect(render('x₁²', true).html).toContain('<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>')
  })

  it('symbols that KaTeX has no font for are as high as letters', () => {
    for (const sign of '₹€‰') expect(render(sign).html).toContain('style="height:0.7em;"')
  })

  it('words of Indian scripts stay whole', () => {
    for (const tex of ['മലയാളം', '\\text{മലയാളം}']) expect(render(tex).html).toContain('>മലയാളം</span>')
  })

  it.each(['\u202e', '\u2066', '\u00ad', '\ue000', '\u{e0041}'])(
    'the invisible character %j is an error',
    (character) => {
      expect(problemsOf(`a${character}b`)).toEqual([expect.stringContaining('cannot be set')])
    },
  )
})

describe('chemistry in formulas', () => {
  it.each([
    '\\ce{H2O}',
    '\\ce{2H2 + O2 -> 2H2O}',
    '\\ce{SO4^2-}',
    '\\ce{Fe^{3+} + 3OH- -> Fe(OH)3 v}',
    '\\ce{N2 + 3H2 <=>[Fe][450 °C] 2NH3}',
    '\\ce{CaCO3 ->[\\Delta] CaO + CO2 ^}',
    '\\ce{^{235}_{92}U + n -> ^{141}_{56}Ba}',
    '\\ce{CH3-CH=CH2}',
    '\\ce{HC#CH}',
    '\\ce{CuSO4.5H2O}',
    '\\ce{A <--> B <=>> C}',
    '\\ce{A\\bond{~}B\\bond{...}C}',
    '\\ce{H₂SO₄ → 2H⁺ + SO₄²⁻}',
    '\\ce{½O2 ⇌ O}',
    '\\pu{9.8 m s-2}',
    '\\pu{1.6e-19 C}',
    '\\pu{25 °C}',
    '\\pu{5 kJ//mol}',
    'K = \\frac{[\\ce{NH3}]^2}{[\\ce{N2}][\\ce{H2}]^3}',
  ])('%s is drawn', (tex) => {
    expect([...problemsOf(tex), ...render(tex, true).problems]).toEqual([])
  })

  it('water has its digit below the line', () => {
    expect(shown('\\ce{H2O}')).toMatch(/^H.*2.*O$/)
    expect(render('\\ce{H2O}', true).html).toContain('<msub>')
  })

  it('a formula beyond the limit is refused by name of the limit', () => {
    expect(problemsOf(`\\ce{${'A'.repeat(1995)}}`)).toEqual([])
    for (const tex of [
      `\\ce{${'A'.repeat(1996)}}`,
      `\\pu{${'{'.repeat(2000)}${'}'.repeat(2000)}}`,
      `\\def\\x{\\ce}\\x{${'A+'.repeat(5000)}}`,
    ])
      expect(problemsOf(tex)).toEqual([
        expect.stringMatching(/a formula with \\ce or \\pu has at most 2000 characters$/),
      ])
  })

  it('mistakes are reported', () => {
    for (const tex of ['\\ce{H2O', '\\pu']) expect(problemsOf(tex)).toHaveLength(1)
  })

  it.each([
    '\\ce{\\href{https://example.org}{A}}',
    '\\ce{A ->[\\includegraphics{x}] B}',
    '\\pu{1 \\htmlClass{fixed}{m}}',
  ])('refuses %s', (tex) => expect(problemsOf(tex)).toEqual([expect.stringContaining('cannot be set')]))
})
