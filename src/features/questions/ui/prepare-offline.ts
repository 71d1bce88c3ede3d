import { loadMathStyles } from './math-styles.ts'

/** What a paper shows beyond text: paths of its pictures, and whether it has formulas. */
export interface Needs {
  pictures: string[]
  formulas: boolean
}

export function neededBy(html: readonly string[]): Needs {
  const all = html.join('')
  const pictures = [...all.matchAll(/<img[^<>]*src="([^"]+)"/g)].map(([, src]) => src!)
  return { pictures, formulas: all.includes('class="katex') }
}

/** Fetches what a paper shows later, so that it is there when the network is not: pictures, and the letters of formulas. */
export async function prepareForOffline(html: readonly string[]): Promise<void> {
  const { pictures, formulas } = neededBy(html)
  for (const src of pictures) {
    const picture = new Image()
    picture.fetchPriority = 'low'
    picture.src = src
  }
  if (formulas) await loadMathFonts()
}

/** The letters of formulas; others are rare, and formulas can be read without them. */
const fonts = ['1em KaTeX_Main', 'bold 1em KaTeX_Main', 'italic 1em KaTeX_Math', '1em KaTeX_Size1', '1em KaTeX_Size2']

let failed = false

/** Loads styles and fonts of formulas, again when the network returns. */
async function loadMathFonts(): Promise<void> {
  await loadMathStyles(failed)
  failed = false
  await Promise.all(fonts.map((font) => document.fonts.load(font))).catch(() => {
    failed = true
    addEventListener('online', () => void loadMathFonts(), { once: true })
  })
}
