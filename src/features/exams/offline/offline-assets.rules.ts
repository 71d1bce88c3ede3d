/** Letters of formulas that most need; the others are large and rare, and formulas can be read without them. */
const letters = /^KaTeX_(Main-(Regular|Bold)|Math-Italic|Size\d-Regular)\./

/**
 * Paths of the built files that a page, a script or a stylesheet of the built site names.
 * @param formulas those of formulas as well
 */
export function assetsIn(text: string, formulas: boolean): string[] {
  const names = [...text.matchAll(/["'`(](?:\.\/|\/?_astro\/)([\w.-]+\.(?:js|css|woff2))["'`)]/g)].map(
    ([, name]) => name!,
  )
  return [...new Set(names)]
    .filter((name) => (formulas || !/^katex/i.test(name)) && (!name.endsWith('.woff2') || letters.test(name)))
    .map((name) => `/_astro/${name}`)
}

/** True for what may name further files. */
export function isText(path: string): boolean {
  return /\.(js|css)$/.test(path)
}
