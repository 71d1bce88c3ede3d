import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginningOfText } from './cut-text.ts'
import { characters, countCharacters, firstCharacter, firstCharacters, hasAtMost } from './count-characters.ts'

const ONE = ['a', 'é', 'e\u0301', '😀', '❤️', '👍🏽', '🇮🇳', '1️⃣', '👨‍👩‍👧‍👦', '👩🏻‍❤️‍💋‍👩🏻', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'ക്ഷാ', 'न्य']

describe('a character', () => {
  it.each(ONE)('%s counts as one', (character) => {
    expect(countCharacters(character)).toBe(1)
    expect(firstCharacter(`${character} b`)).toBe(character)
  })

  it('is not lost or split: the characters of a text make the text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ONE, '\ud800', '\u200d', '\u094d', ' ')), (parts) => {
        const text = parts.join('')
        expect([...characters(text)].join('')).toBe(text)
        expect(countCharacters(text)).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it('ends where a text may be cut', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ONE, ' '), { minLength: 1 }), (parts) => {
        const text = parts.join('')
        const all = [...characters(text)]
        const beginning = all.slice(0, -1).join('')
        if (beginning !== '') expect(beginningOfText(text, text.length - 1)).toBe(beginning)
      }),
    )
  })

  it('is never cut in two by a limit, and counts as one in it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ONE, ' ')), fc.nat(5), (parts, max) => {
        const text = parts.join('')
        const beginning = firstCharacters(text, max)
        expect(beginning).toBe([...characters(text)].slice(0, max).join(''))
        expect(hasAtMost(beginning, max)).toBe(true)
      }),
    )
  })

  it('with hundreds of accents counts as several, so that a limit bounds the length', () => {
    expect(countCharacters(`a${'\u0301'.repeat(159)}`)).toBe(10)
  })

  it('is empty at the beginning of an empty text', () => {
    expect(firstCharacter('')).toBe('')
  })
})

describe('a limit', () => {
  it('takes as many emoji as letters', () => {
    for (const character of ONE) {
      expect(hasAtMost(character.repeat(10), 10)).toBe(true)
      expect(hasAtMost(character.repeat(11), 10)).toBe(false)
    }
  })

  it('says the same as the count', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ONE)), fc.nat(40), (parts, max) => {
        const text = parts.join(' ')
        expect(hasAtMost(text, max)).toBe(countCharacters(text) <= max)
      }),
    )
  })

  it('refuses a text that is much too long without reading it', () => {
    const text = '😀'.repeat(5_000_000)
    const begun = process.cpuUsage()
    for (let round = 0; round < 1000; round += 1) expect(hasAtMost(text, 1000)).toBe(false)
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2000)
  })
})
