/** Text of files as spreadsheets and phones write them. */

/** Bytes that are looked at to tell encodings apart. */
const SAMPLE = 1000

/** Workbooks of Excel, new (a ZIP archive) and old. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/**
 * Decodes a text file: UTF-8, UTF-16 with or without a byte order mark (Excel's 'Unicode text'), or Windows-1252 (Excel's
 * 'CSV' in old versions).
 * @returns undefined if the file is a workbook of Excel and no text
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (workbooks.some((begin) => begin.every((byte, at) => bytes[at] === byte))) return undefined
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** ASCII letters have a zero as the other byte of UTF-16. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = [...bytes.subarray(0, SAMPLE)]
  const zeros = (odd: number) => sample.filter((byte, at) => byte === 0 && at % 2 === odd).length
  if (zeros(0) + zeros(1) < sample.length / 4) return undefined
  return zeros(1) > zeros(0) ? 'utf-16le' : 'utf-16be'
}
