import { expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const text = 'Name\tMobile\r\nആശ\t9847012345\r\n'
const littleEndian = (value: string) => new Uint8Array(Uint16Array.from(value, (char) => char.charCodeAt(0)).buffer)
const bigEndian = (value: string) => {
  const bytes = littleEndian(value)
  return bytes.map((_, at) => bytes[at ^ 1]!)
}

it.each([
  ['UTF-8', new TextEncoder().encode(text)],
  ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${text}`)],
  ['UTF-16 as Excel writes it', littleEndian(`\ufeff${text}`)],
  ['UTF-16 without a mark', littleEndian(text)],
  ['UTF-16 of the other order', bigEndian(`\ufeff${text}`)],
  ['UTF-16 of the other order without a mark', bigEndian(text)],
])('reads %s', (_, bytes) => {
  expect(decodeText(bytes)).toBe(text)
})

it('reads what is not UTF-8 as Windows writes it', () => {
  expect(decodeText(Uint8Array.of(0x4a, 0x6f, 0x73, 0xe9))).toBe('José')
})

it('tells a workbook from a text', () => {
  expect(decodeText(Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0))).toBeUndefined()
  expect(decodeText(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1))).toBeUndefined()
  expect(decodeText(new Uint8Array())).toBe('')
})
