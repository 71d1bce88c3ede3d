import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it('who has no picture is shown by the first letters of the name, in whatever script', () => {
  expect(['Asha Menon', 'asha', 'Asha K. Menon', '', 'ആശ മേനോൻ'].map(initialsOf)).toEqual(['AM', 'A', 'AM', '', 'ആമേ'])
  expect(initialsOf(null)).toBe('')
  expect(['ശ്രീജ ക്ഷേത്രം', 'श्री ज्ञानेश', 'കൃഷ്ണ ൻ', 'ക്'].map(initialsOf)).toEqual(['ശ്രീക്ഷേ', 'श्रीज्ञा', 'കൃൻ', 'ക്'])
})
