/** The first letters of the first and the last name, for who has no picture. */
export function initialsOf(name: string | null): string {
  const [first = '', ...others] = name?.match(/[^\s.]+/g) ?? []
  return (
    [first, others.at(-1) ?? '']
      // Letters joined by a virama, as in ശ്രീ and श्री, count as one. Not Intl.Segmenter: the oldest browsers lack it.
      .map((word) => /^(?:.[\u094d\u0d4d])*.\p{M}*/u.exec(word)?.[0])
      .join('')
      .toUpperCase()
  )
}
