import { readFileSync } from 'node:fs'
import { formatHex, parse } from 'culori'
import { describe, expect, it, test } from 'vitest'
import { PRIMARY } from '#lib/both/primary-color.ts'
import { brandColors, contrast, contrastProblem, grounds, LEAST_CONTRAST, tints } from './brand-colors.ts'

const css = readFileSync('src/styles/base.css', 'utf8')

describe('the colours that follow from a brand', () => {
  const hues = Array.from({ length: 24 }, (_, index) => index * 15)

  it('can be read in both themes, whatever the hue', () => {
    for (const hue of hues) {
      const color = formatHex(parse(`oklch(45% 0.1 ${hue})`))!
      const colors = brandColors(color)
      expect([color, contrastProblem(colors, 'light'), contrastProblem(colors, 'dark')]).toEqual([
        color,
        undefined,
        undefined,
      ])
      for (const { primary, content } of [colors.light, colors.dark]) {
        expect(contrast(primary, content), `${content} on ${primary}`).toBeGreaterThanOrEqual(LEAST_CONTRAST)
      }
    }
  })

  it('have a lighter primary colour of the same hue in the dark theme, or the one that was named', () => {
    expect(brandColors('#6733c9')).toMatchObject({ hue: 292, vividness: 1, dark: { primary: '#b3a1fd' } })
    expect(brandColors('#6733c9', '#ffd166').dark.primary).toBe('#ffd166')
  })

  it('tint nothing where the brand is a grey', () => {
    expect(brandColors('#444444')).toMatchObject({ vividness: 0, dark: { primary: '#b1b1b1', content: '#181818' } })
  })

  it('are refused with the contrast, what it is with, and the nearest colour that can be read', () => {
    expect(contrastProblem(brandColors('#ff9900'), 'light')).toBe(
      "'#ff9900' has a contrast of 1.85:1 with the tint behind what is chosen in the light theme; text needs 4.5:1, which '#a45800' has",
    )
    expect(contrastProblem(brandColors('#6733c9', '#5a3f99'), 'dark')).toMatch(
      /^'#5a3f99' has a contrast of 1\.\d\d:1 with the tint behind what is chosen in the dark theme; text needs 4\.5:1, which '#\w{6}' has$/,
    )
  })

  it('are refused with a colour that is good itself', () => {
    for (const [bad, theme] of [
      ['#ff9900', 'light'],
      ['#00ff00', 'light'],
      ['#ffffff', 'light'],
    ] as const) {
      const better = /which '(#\w{6})'/.exec(contrastProblem(brandColors(bad), theme)!)![1]!
      expect(contrastProblem(brandColors(better), theme), better).toBeUndefined()
    }
  })

  it('are just good enough or not at the border of 4.5:1', () => {
    const ofGrey = (level: number) => `#${level.toString(16).padStart(2, '0').repeat(3)}`
    const levels = Array.from({ length: 256 }, (_, level) => level)
    const good = levels.filter((level) => contrastProblem(brandColors(ofGrey(level)), 'light') === undefined)
    const border = good.at(-1)!
    // No gaps: all that is darker is good, too.
    expect(good).toEqual(levels.slice(0, border + 1))
    const plain = grounds.light['a plain button']!
    expect(contrast(ofGrey(border), plain)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
    expect(contrast(ofGrey(border + 2), plain)).toBeLessThan(LEAST_CONTRAST)
  })
})

test('colours are checked against the grounds that the style sheet has', () => {
  const [light = '', dark = ''] = css.split("@plugin 'daisyui/theme'").slice(1)
  const [, page = ''] = /--color-page: light-dark\((.+)\);/.exec(css) ?? []
  for (const [theme, block] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    expect(block).toContain(`--color-base-100: ${grounds[theme]['a card']};`)
    expect(block).toContain(`--color-base-200: ${grounds[theme]['a plain button']};`)
    expect(page).toContain(grounds[theme]['the page'])
    const [lightness, chroma] = tints[theme]
    expect(css).toContain(
      `oklch(${(lightness * 100).toFixed(1).replace('.0', '')}% calc(${chroma} * var(--brand-vividness))`,
    )
  }
  expect(formatHex(parse(/--color-primary: var[(][^,]+, (oklch[^)]+[)])/.exec(light)![1]!))).toBe(PRIMARY)
})
