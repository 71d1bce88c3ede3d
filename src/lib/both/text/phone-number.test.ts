import { describe, expect, it } from 'vitest'
import { isPhoneText, parsePhone, plainPhoneText, typedDigits } from './phone-number.ts'

const ASHA = '919847012345'
const EMIRATES = '971501234567'

/** Digits with the calling code, or the problem. */
function read(typed: string, countryCode?: string): string {
  const parsed = parsePhone(typed, countryCode)
  return parsed.problem ?? parsed.international
}

/** Every decimal digit of Unicode, by its value. */
const scripts = () => {
  const digits: string[] = []
  for (let code = 0; code < 0x1fbff; code += 1) {
    const char = String.fromCodePoint(code)
    if (/\p{Nd}/u.test(char)) digits.push(char)
  }
  return Array.from({ length: digits.length / 10 }, (_, at) => digits.slice(at * 10, at * 10 + 10))
}

describe('a phone number', () => {
  it.each([
    '9847012345',
    '98470 12345',
    '98470-12345',
    '98470.12345',
    '(98470) 12345',
    '+91 98470 12345',
    '+91-98470-12345',
    '(+91) 98470 12345',
    '+91 (0) 98470 12345',
    '+ 91 98470 12345',
    '919847012345',
    '09847012345',
    '0 98470 12345',
    '0919847012345',
    '091-9847012345',
    '0091 9847012345',
    '\u202a+91 98470 12345\u202c',
    '\u200e+91 98470 12345\u200e',
    '\u2068+91\u00a098470\u00a012345\u2069',
    '\ufeff9847012345',
    '98470\u200b12345',
    '+91\u201098470\u201312345',
    '＋９１ ９８４７０ １２３４５',
    '9847012345.0',
    '9847012345.00',
    '+919847012345.0',
    '9.847012345E+09',
    '9,847,012,345',
    '9,84,70,12,345',
    "'9847012345",
    '="9847012345"',
    '"9847012345"',
    'Mob: 98470 12345',
    'Ph. No. 98470 12345',
    'tel:+919847012345',
    'WhatsApp 9847012345',
    '98470 12345 / 98470 12345',
    '98470 12345 /',
    '൯൮൪൭൦ ൧൨൩൪൫',
    '९८४७० १२३४५',
    '٩٨٤٧٠١٢٣٤٥',
    '٩٨٤٧٠١٢٣٤٥٫٠',
    '\u200f+٩١ ٩٨٤٧٠ ١٢٣٤٥',
    '\t98470 12345\r\n',
    '91 0 98470 12345',
    '0091-0-98470-12345',
    '+091 98470 12345',
    '+0091 98470 12345',
    '+09847012345',
    '[+91] 98470 12345',
    '+91_98470_12345',
    '9,847,012,345.00',
    'M: 98470 12345',
    'Cell# 98470 12345',
    '+91 98470 12345 (WhatsApp)',
    '98470 12345 (M)',
    '“98470 12345”',
    '’9847012345',
    '+91 +91 98470 12345',
    '+91+919847012345',
    '(+91)(+91) 98470 12345',
    '0091 +91 98470 12345',
    '0 +91 98470 12345',
    '91 91 98470 12345',
    '9847012345/-',
    '98470 12345 /=',
    '(+91)-98470-12345',
    'wa.me/919847012345',
    'https://wa.me/919847012345?text=Hello%202',
    'https://api.whatsapp.com/send?phone=919847012345&text=1',
    'https://web.whatsapp.com/send/?phone=%2B919847012345',
    'whatsapp://send?phone=+919847012345',
    'tel:+91-98470-12345',
    'tel://+919847012345',
    'tel:%2B919847012345',
    'callto:9847012345',
    'sms:+919847012345',
    '*9847012345*',
    '<98470 12345>',
    '（＋９１）９８４７０－１２３４５',
    '+൯൧ ൯൮൪൭൦ ൧൨൩൪൫',
  ])('is read from %j', (typed) => {
    expect(read(typed)).toBe(ASHA)
    expect(parsePhone(typed)).toMatchObject({ national: '9847012345' })
    expect(isPhoneText(typed)).toBe(true)
  })

  it('is read in the digits of every script', () => {
    expect(scripts().length).toBeGreaterThan(60)
    for (const digits of scripts()) {
      const typed = [...'9847012345'].map((digit) => digits[Number(digit)]).join('')
      expect(read(typed), typed).toBe(ASHA)
    }
  })

  it.each([
    ['+971 50 123 4567', undefined, EMIRATES],
    ['00971501234567', undefined, EMIRATES],
    ['501234567', '971', EMIRATES],
    ['+971 501234567', '971', EMIRATES],
    ['+91 98470 12345', '971', ASHA],
    ['0484 2345678', undefined, '914842345678'],
    ['(0484) 234-5678', undefined, '914842345678'],
    ['+1 (650) 555-1234', undefined, '16505551234'],
    ['+971 +971 50 123 4567', '971', EMIRATES],
    ['+971 +971 50 123 4567', undefined, EMIRATES],
    ['https://wa.me/6591234567', undefined, '6591234567'],
    ['https://wa.me/919847012345', '971', ASHA],
  ])('%s beside the calling code %s is %s', (typed, countryCode, international) => {
    expect(read(typed, countryCode)).toBe(international)
  })

  it.each([
    ['98470 12345 / 94470 12345', 'two_numbers'],
    ['98470 12345, 94470 12345', 'two_numbers'],
    ['98470 12345 or 94470 12345', 'two_numbers'],
    ['Ph: 98470 12345; Mob: 94470 12345', 'two_numbers'],
    ['98470 12345 & 0484 2345678', 'two_numbers'],
    ['9847012345 9447012345', 'two_numbers'],
    ['9847012345\n9447012345', 'two_numbers'],
    ['+91 98470 12345 +91 94470 12345', 'two_numbers'],
    ['919847012345 919447012345', 'two_numbers'],
    ['98470 12345/46', 'not_a_phone'],
    ['+971 +91 98470 12345', 'not_a_phone'],
    ['https://wa.me/message/ABC123', 'not_a_phone'],
    ['https://example.org/919847012345', 'not_a_phone'],
    ['9.84701E+09', 'shortened'],
    ['9,84701E+09', 'shortened'],
    ['1E+10', 'shortened'],
    ['', 'not_a_phone'],
    ['-', 'not_a_phone'],
    ['absent', 'not_a_phone'],
    ['12345', 'not_a_phone'],
    ['984701234', 'not_a_phone'],
    ['98470123456', 'not_a_phone'],
    ['971501234567', 'not_a_phone'],
    ['501234567', 'not_a_phone'],
    ['98470 12345 (father)', 'not_a_phone'],
    ['M9847012345', 'not_a_phone'],
    ['9109847', 'not_a_phone'],
    ['9847O12345', 'not_a_phone'],
    ['+91 50 123', 'not_a_phone'],
    ['1 of 9847012345', 'not_a_phone'],
    ['9847012345'.repeat(20), 'not_a_phone'],
  ])('is not guessed from %j: %s', (typed, problem) => {
    expect(read(typed)).toBe(problem)
  })

  // Reading it to its end, or the square of that, would take longer than a test may.
  it.each([' ', '+', '(', '1', '1,', "'", '1 /', 'no ', '\u200e', '൧', '1e', 'or '])(
    'has at most 100 characters: %j',
    (text) => {
      const long = text.repeat(1_000_000)
      expect(read(long)).toBe('not_a_phone')
      expect(plainPhoneText(long).length).toBeLessThanOrEqual(100)
      expect(typedDigits(long, '91').length).toBeLessThanOrEqual(15)
    },
  )
})

describe('the digits of a field under way', () => {
  it('are those of the whole number at its end, however it is typed', () => {
    for (const whole of ['+919847012345', '00919847012345', '0919847012345', '09847012345', '919847012345']) {
      let field = ''
      for (const char of whole) field = typedDigits(field + char, '91')
      expect(field, whole).toBe('9847012345')
    }
  })

  it('keep the plus sign of another country, however it is typed', () => {
    for (const whole of ['+6591234567', '006591234567']) {
      let field = ''
      for (const char of whole) field = typedDigits(field + char, '91')
      expect(field, whole).toBe('+6591234567')
    }
  })

  it.each([
    ['9000000001', '91', '9000000001'],
    ['90000 00001', '91', '9000000001'],
    ['+91 90000-00001', '91', '9000000001'],
    ['00919000000001', '91', '9000000001'],
    ['09000000001', '91', '9000000001'],
    ['0900000000', '91', '0900000000'],
    [' +91 9000000001 ', '91', '9000000001'],
    ['+44 7700 900123', '91', '+447700900123'],
    ['+65 9123 4567', '91', '+6591234567'],
    ['0065 9123 4567', '91', '+6591234567'],
    ['https://wa.me/6591234567', '91', '+6591234567'],
    ['+91 98470 12345', '971', '+919847012345'],
    ['+91 +91 98470 12345', '91', '9847012345'],
    ['+971 +971 50 123 4567', '971', '501234567'],
    ['tel:%2B919847012345', '91', '9847012345'],
    ['9847012345/-', '91', '9847012345'],
    ['+', '91', '+'],
    ['+9', '91', '+9'],
    ['+91', '91', ''],
    ['+44', '91', '+44'],
    ['090000000011', '91', '090000000011'],
    ['9191919191', '91', '9191919191'],
    ['09198470123', '91', '9198470123'],
    ['9198470123', '91', '9198470123'],
    ['+971 50 123 4567', '971', '501234567'],
    ['0501234567', '971', '0501234567'],
    ['05012345678', '971', '05012345678'],
    ['109000000001', '91', '109000000001'],
    ['12345678901234567', '971', '123456789012345'],
    ['abc', '91', ''],
    ['\u202a+91 98470 12345\u202c', '91', '9847012345'],
    ['९८४७० १२३४५', '91', '9847012345'],
    ['9847012345.0', '91', '9847012345'],
    ['919847012345', '91', '9847012345'],
    ['9847x', '91', '9847'],
    ['', '91', ''],
  ])('of %j for +%s are %s', (typed, country, digits) => {
    expect(typedDigits(typed, country)).toBe(digits)
  })
})
