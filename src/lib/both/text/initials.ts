/** The first letters of the first and the last name, for who has no picture. */
export function initialsOf(name: string | null): string {
  const words = (name ?? '').split(/[\s.]+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map(
      (word) => [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word ?? '')][0]?.segment ?? '',
    )
    .join('')
    .toUpperCase()
}
