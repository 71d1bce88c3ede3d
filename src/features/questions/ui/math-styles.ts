import styles from 'katex/dist/katex.min.css?url'

let loading: Promise<void> | undefined
let ready = false

/** True when the HTML has formulas whose styles are not there yet. */
export function needsMathStyles(html: string): boolean {
  return !ready && html.includes('class="katex')
}

/** Loads the styles of formulas, once. Without them formulas are ugly but there, so a failure is no error. */
export function loadMathStyles(): Promise<void> {
  loading ??= new Promise<void>((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = styles
    link.onload = link.onerror = () => {
      ready = true
      resolve()
    }
    document.head.append(link)
  })
  return loading
}

/** The letters of formulas; others are rare, and formulas can be read without them. */
const fonts = ['1em KaTeX_Main', 'bold 1em KaTeX_Main', 'italic 1em KaTeX_Math', '1em KaTeX_Size1', '1em KaTeX_Size2']

/**
 * Fetches what a paper shows later, so that it is there when the network is not: pictures, and the letters of formulas.
 * @returns what that is
 */
export async function prepareForOffline(html: readonly string[]): Promise<{ pictures: string[]; formulas: boolean }> {
  const all = html.join('')
  const pictures = [...all.matchAll(/<img[^<>]*src="([^"]+)"/g)].map(([, src]) => src!)
  for (const src of pictures) {
    const picture = new Image()
    picture.fetchPriority = 'low'
    picture.src = src
  }
  const formulas = all.includes('class="katex')
  if (formulas) {
    await loadMathStyles()
    await Promise.all(fonts.map((font) => document.fonts.load(font).catch(() => [])))
  }
  return { pictures, formulas }
}
