import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginningOfText, cutText } from './cut-text.ts'

describe('beginningOfText', () => {
  it.each([
    ['an emoji of two code units', 'ab😀cd', 3, 'ab'],
    ['a family joined by ZWJ', 'a👨‍👩‍👧‍👦b', 8, 'a'],
    ['a skin tone', 'a👍🏽b', 3, 'a'],
    ['a flag', '🇮🇳🇮🇳', 6, '🇮🇳'],
    ['a flag of tags', 'a🏴󠁧󠁢󠁥󠁮󠁧󠁿b', 10, 'a'],
    ['a keycap', 'a1️⃣b', 3, 'a'],
    ['a Malayalam letter with its vowel sign', 'ഒകാ', 2, 'ഒ'],
    ['a Malayalam conjunct', 'അക്ക', 2, 'അ'],
    ['after a virama', 'അക്ക', 3, 'അ'],
    ['a Hindi conjunct', 'नमस्ते', 3, 'नम'],
    ['a combining accent', 'cafe\u0301s', 4, 'caf'],
    ['plain words', 'abc def', 5, 'abc d'],
    ['what is short enough', '😀', 2, '😀'],
  ])('does not cut inside %s', (_, text, max, beginning) => {
    expect(beginningOfText(text, max)).toBe(beginning)
  })

  it('cuts a letter with a thousand accents between code points', () => {
    expect(beginningOfText(`a${'\u0301'.repeat(1000)}`, 10)).toBe(`a${'\u0301'.repeat(9)}`)
    expect(beginningOfText(`😀${'\u{1f3fd}'.repeat(50)}`, 5)).toBe('😀\u{1f3fd}')
  })

  it('agrees with the segmenter of this machine: every cut is at one of its boundaries', () => {
    const pieces = ['a', ' ', 'é', 'e\u0301', '😀', '👨‍👩‍👧', '👍🏽', '🇮🇳', '🇫🇷', 'ക', 'ാ', 'ക്ഷ', 'ന്‍', 'क्ष', 'ि', '1️⃣', '❤️']
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 30 }),
        fc.integer({ min: 12, max: 60 }),
        (all, max) => {
          const text = all.join('')
          const cut = beginningOfText(text, max)
          const boundaries = [...segmenter.segment(text)].map(({ index }) => index)
          expect(text.startsWith(cut)).toBe(true)
          expect(cut.length).toBeLessThanOrEqual(max)
          expect([...boundaries, text.length]).toContain(cut.length)
        },
      ),
    )
  })
})

describe('cutText', () => {
  it('leaves room for the ellipsis', () => {
    expect(cutText('abcdef', 6)).toBe('abcdef')
    expect(cutText('abcdefg', 6)).toBe('abcde…')
    expect(cutText('abc 😀😀', 6)).toBe('abc…')
  })
})
