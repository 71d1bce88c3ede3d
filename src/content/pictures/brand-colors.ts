import { converter, formatHex, toGamut, wcagContrast, type Oklch } from 'culori'
import type { BrandColors } from '#core/site/brand.ts'

/** WCAG 2.2, 1.4.3: what text of usual size needs. */
export const LEAST_CONTRAST = 4.5

type Theme = 'light' | 'dark'

/** What text in the primary colour stands on, as src/styles/base.css has it. */
export const grounds: Record<Theme, Record<string, string>> = {
  light: {
    'a card': 'oklch(100% 0 0)',
    'the page': 'oklch(97.9% 0.004 75)',
    'a plain button': 'oklch(95.4% 0.006 75)',
  },
  dark: {
    'a card': 'oklch(22.5% 0.012 300)',
    'the page': 'oklch(18% 0.01 300)',
    'a plain button': 'oklch(28% 0.014 300)',
  },
}

/** The faint ground of what is chosen: lightness and chroma, in the hue of the brand. */
export const tints: Record<Theme, readonly [number, number]> = { light: [0.952, 0.025], dark: [0.29, 0.05] }

/** What is written on the primary colour, in its hue: the first that is lighter, the second that is darker. */
const inks = [
  [0.99, 0.008],
  [0.21, 0.07],
] as const

/** The primary colour of the dark theme where a pack names none: as light as this, and no more vivid. */
const DARK_LIGHTNESS = 0.76
const DARK_CHROMA = 0.13

/** From this chroma on the faint areas have all the colour they can have. */
const VIVID = 0.12

const oklch = converter('oklch')
const intoScreens = toGamut('rgb', 'oklch')

/** Contrast of two colours, from 1 to 21 (WCAG 2.2, 'contrast ratio'). */
export const contrast = (one: string, other: string) => wcagContrast(one, other)

/**
 * Everything that follows from a brand's primary colour.
 * @param color `#rrggbb`
 * @param dark the same for the dark theme; a lighter one of the same hue otherwise
 */
export function brandColors(color: string, dark?: string): BrandColors {
  const { c, h = 0 } = oklch(color) as Oklch
  const hue = Math.round(h)
  const vividness = Math.round(Math.min(1, c / VIVID) * 100) / 100
  const lighter = hex(DARK_LIGHTNESS, Math.min(c, DARK_CHROMA), h)
  const shade = (primary: string) => ({ primary, content: inkOn(primary, hue, vividness) })
  return { light: shade(color), dark: shade(dark ?? lighter), hue, vividness }
}

/**
 * Says why text in a theme's primary colour, or on it, could not be read; undefined when it can.
 * `colors` are those of the brand.
 */
export function contrastProblem(colors: BrandColors, theme: Theme): string | undefined {
  const { primary } = colors[theme]
  const [worst] = lowest(colors, theme, primary)
  if (worst.ratio >= LEAST_CONTRAST) return undefined
  return (
    `'${primary}' has a contrast of ${rounded(worst.ratio)}:1 with ${worst.name} in the ${theme} theme; text needs ` +
    `${LEAST_CONTRAST}:1, which '${nearest(colors, theme)}' has`
  )
}

/** Contrasts of a primary colour with all it meets, the lowest first. */
function lowest(colors: BrandColors, theme: Theme, primary: string) {
  const [lightness, chroma] = tints[theme]
  const all = {
    ...grounds[theme],
    'the tint behind what is chosen': hex(lightness, chroma * colors.vividness, colors.hue),
    'the text on it': inkOn(primary, colors.hue, colors.vividness),
  }
  return Object.entries(all)
    .map(([name, ground]) => ({ name, ratio: contrast(primary, ground) }))
    .sort((a, b) => a.ratio - b.ratio) as [{ name: string; ratio: number }]
}

/** The colour nearest in lightness that can be read: darker on light ground, lighter on dark. */
function nearest(colors: BrandColors, theme: Theme): string {
  const { l, c, h } = oklch(colors[theme].primary) as Oklch
  const step = theme === 'light' ? -0.005 : 0.005
  for (let lightness = l; lightness > 0 && lightness < 1; lightness += step) {
    const found = hex(lightness, c, h)
    if (lowest(colors, theme, found)[0].ratio >= LEAST_CONTRAST) return found
  }
  return theme === 'light' ? '#000000' : '#ffffff'
}

function inkOn(primary: string, hue: number, vividness: number): string {
  const [light, dark] = inks.map(([lightness, chroma]) => hex(lightness, chroma * vividness, hue)) as [string, string]
  return contrast(primary, light) >= contrast(primary, dark) ? light : dark
}

/** A colour of OKLCH as screens can show it. */
function hex(l: number, c: number, h = 0): string {
  return formatHex(intoScreens({ mode: 'oklch', l, c, h }))
}

/** Downwards, so that what is not enough never reads as if it were. */
function rounded(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2)
}
