import { expect, test } from 'vitest'
import { codeAdvice } from './codes.rules.ts'

const calm = {
  provider: 'msg91',
  sent_today: 40,
  most_a_day: 500,
  brake: 'off',
  data: [{ sent: 200, not_sent: 0, accepted: 50 }],
  countries: [
    { country: '91', sent_today: 39, most_a_day: 400 },
    { country: '', sent_today: 0, most_a_day: 0 },
  ],
} as const
const titles = (changed: Partial<Parameters<typeof codeAdvice>[0]>) =>
  codeAdvice({ ...calm, ...changed }).map(({ title }) => title)
const one = (sent: number, not_sent: number, accepted = sent) => ({ data: [{ sent, not_sent, accepted }] })

test('nothing is said of codes where all is well', () => {
  expect(codeAdvice(calm)).toEqual([])
  expect(titles({ data: [], countries: [] })).toEqual([])
  expect(titles(one(99, 0, 0)), 'too few to say').toEqual([])
})

test('what is wrong with codes is said, with whom to ask', () => {
  expect(titles(one(90, 3))).toEqual(['3 of 90 codes were not sent'])
  expect(titles(one(3, 3))).toEqual(['No code is sent'])
  expect(codeAdvice({ ...calm, ...one(3, 3) })[0]!.words).toContain('MSG91 refused them')
  expect(titles(one(100, 0, 24))).toEqual(['Only 24 of 100 codes were used'])
  expect(titles({ brake: 'on' })).toEqual(['Guesses at codes are braked'])
  expect(titles({ brake: 'closed' })).toEqual(['Strangers get codes of 8 digits alone, for guesses are braked'])
})

test('a cap that is reached is said once: of the site before that of a country', () => {
  const countries = [{ country: '971', sent_today: 7, most_a_day: 7 }]
  expect(titles({ countries })).toEqual(['No more codes are sent today to +971'])
  expect(titles({ countries, sent_today: 500 })).toEqual(['No more codes are sent today'])
})
