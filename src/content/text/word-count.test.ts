import { expect, test } from 'vitest'
import { countWords } from './word-count.ts'

test('words are counted as a reader sees them, without addresses, formulas and signs', () => {
  expect(countWords("It's a well-kept **course** – see [the list](https://example.org/a/b/c).").words).toBe(8)
  expect(countWords('Solve $x + y = z$ in 30 days.\n\n![A map](media/maps/kerala.svg)').words).toBe(6)
})

test.each([
  ['Malayalam', 'കേരളത്തിലെ സർക്കാർ ജോലികളിലേക്കുള്ള പരീക്ഷകൾ', 4],
  ['Hindi', 'यह पाठ्यक्रम सरकारी परीक्षाओं के लिए है', 7],
  ['Tamil', 'அரசுப் பணிகளுக்கான தேர்வுகள்', 3],
])('words of %s are whole, with the signs that belong to their letters', (_, text, words) => {
  expect(countWords(text).words).toBe(words)
})

test('a language that says much in one word needs fewer of them', () => {
  const malayalam = 'കേരളത്തിലെ പരീക്ഷകൾ PSC'
  expect(countWords(malayalam).least).toBe(40)
  expect(countWords('A course in Malayalam: മലയാളം and English').least).toBe(80)
  expect(countWords('सरकारी परीक्षाओं के लिए').least).toBe(80)
})
