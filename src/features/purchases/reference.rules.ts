/** Characters in which two writings of one reference may differ: spaces, hyphens and dashes, and characters without a glyph. */
const between = /[\s\p{Pd}\p{Cf}\u00ad\u2212]+/gu

/**
 * Returns what identifies a reference of a desk payment, however it is written: 'R-107', 'r 107' and 'R107' have one key.
 * References of spaces and hyphens alone keep them.
 */
export function referenceKey(reference: string): string {
  const text = reference.normalize('NFKC').toLowerCase()
  return text.replace(between, '') || text
}
