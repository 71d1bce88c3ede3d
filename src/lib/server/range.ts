/** The first and the last byte asked for, counted from 0. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * What a Range header asks of `size` bytes (RFC 9110, section 14): one range, or undefined for all of them, also where
 * the header is malformed or asks for several.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable'
  }
  const start = Number(from)
  if (to !== '' && Number(to) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
