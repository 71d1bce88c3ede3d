import { expect, it } from 'vitest'
import { amountInWords } from './amount-in-words.rules.ts'

it.each([
  [0, 'Rupees zero only'],
  [1, 'One paisa only'],
  [100, 'Rupees one only'],
  [1_350, 'Rupees thirteen and fifty paise only'],
  [2_000, 'Rupees twenty only'],
  [9_999, 'Rupees ninety-nine and ninety-nine paise only'],
  [10_000, 'Rupees one hundred only'],
  [471_882, 'Rupees four thousand seven hundred eighteen and eighty-two paise only'],
  [10_000_000, 'Rupees one lakh only'],
  [12_345_600, 'Rupees one lakh twenty-three thousand four hundred fifty-six only'],
  [1_000_000_000, 'Rupees one crore only'],
  [
    1_234_567_890_123,
    'Rupees one thousand two hundred thirty-four crore fifty-six lakh seventy-eight thousand nine hundred one and twenty-three paise only',
  ],
])('says %d paise in words, in Indian groups', (paise, words) => {
  expect(amountInWords(paise)).toBe(words)
})

it.each([
  [1011, 'ten', 'eleven'],
  [1214, 'twelve', 'fourteen'],
  [1516, 'fifteen', 'sixteen'],
  [1719, 'seventeen', 'nineteen'],
  [4560, 'forty-five', 'sixty'],
  [1318, 'thirteen', 'eighteen'],
  [3070, 'thirty', 'seventy'],
])('says %d paise as %s rupees and %s paise', (paise, rupees, rest) => {
  expect(amountInWords(paise)).toBe(`Rupees ${rupees} and ${rest} paise only`)
})
