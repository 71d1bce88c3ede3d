/**
 * A code in its boxes: one character a box, a blank for a box that is empty while a later one is filled. Nothing stands
 * behind the last digit.
 */

/** The digit in a box; '' when it is empty. */
export function digitAt(code: string, place: number): string {
  return (code[place] ?? '').trim()
}

/** Every box has its digit. */
export function isComplete(code: string, length: number): boolean {
  return code.length === length && !code.includes(' ')
}

/**
 * Puts digits into the boxes from one on; a whole code goes into all of them, wherever it was pasted or filled in.
 * @param text may have other characters between its digits
 * @returns the code, and the box to go on at; undefined when there is no digit
 */
export function putDigits(
  code: string,
  place: number,
  text: string,
  length: number,
): { code: string; next: number } | undefined {
  const digits = text.replace(/\D/g, '')
  if (digits === '') return undefined
  const from = digits.length >= length ? 0 : place
  const put = digits.slice(0, length - from)
  return {
    code: code.slice(0, from).padEnd(from) + put + code.slice(from + put.length),
    next: Math.min(from + put.length, length - 1),
  }
}

/**
 * What a box holds after a key: its digit may still stand beside the new one.
 * @returns the same as `putDigits`; the box is empty after '' and goes nowhere
 */
export function typeInBox(
  code: string,
  place: number,
  held: string,
  length: number,
): { code: string; next: number } | undefined {
  if (held === '') return { code: clearBox(code, place), next: place }
  const digits = held.replace(/\D/g, '')
  const before = digitAt(code, place)
  const both = before !== '' && digits.length === 2
  return putDigits(code, place, both ? digits.replace(before, '') : digits, length)
}

/** Takes the digit out of a box. */
export function clearBox(code: string, place: number): string {
  return place < code.length ? `${code.slice(0, place)} ${code.slice(place + 1)}`.trimEnd() : code
}
