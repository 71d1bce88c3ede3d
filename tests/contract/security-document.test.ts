import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { routes } from '#api/routes.ts'
import { callName } from '#api/call-limits.ts'
import { CODE_LENGTH } from '#features/auth/auth.rules.ts'
import { codeLimits } from '#features/auth/server/code-limits.ts'
import { CODE_MINUTES } from '#features/auth/server/codes.ts'
import { SESSION_LIFE } from '#features/auth/server/sessions.ts'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'

const text = readFileSync('docs/security.md', 'utf8')

/** The rows of all tables, by their first cell. */
const rows = new Map(
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => {
      const [first = '', ...others] = line.slice(2, -2).split(' | ')
      return [first, others]
    }),
)

const CODES = 10 ** CODE_LENGTH
const percent = (odds: number, digits: number) => `${(odds * 100).toFixed(digits)} %`
const grouped = (number: number) => number.toLocaleString('en-GB')

describe('docs/security.md', () => {
  test('names files that exist', () => {
    const named = [...text.matchAll(/`((?:src|tests|docs|scripts|deploy)\/[^`]+|[\w-]+\.(?:json|mjs))`/g)].map(
      ([, name]) => name!,
    )
    expect(named.length).toBeGreaterThan(100)
    expect([...new Set(named)].filter((name) => !existsSync(name))).toEqual([])
  })

  test('says the limits of codes as the code has them', () => {
    const { tries, sends, guesses, anyGuesses } = codeLimits
    const spans: [number, string][] = [
      [15 * MINUTE, '15 minutes'],
      [HOUR, 'an hour'],
      [DAY, '24 hours'],
      [30 * DAY, '30 days'],
    ]
    const within = (span: number) => spans.find(([one]) => one === span)![1]
    const each = (limits: readonly { count: number; span: number }[]) =>
      limits.map(({ count, span }) => `${count} in ${within(span)}`).join(', ')
    const [day, month] = guesses.phone
    expect(Object.fromEntries([...rows].filter(([first]) => /^(wrong )?(guesses|codes sent)/.test(first)))).toEqual({
      'guesses at one code': [`${tries}`],
      [`guesses at one phone in ${within(day.span)}, all addresses together`]: [`${day.count}`],
      [`guesses at one phone in ${within(month.span)}, all addresses together`]: [`${month.count}`],
      'guesses at one phone in 24 hours from one address': [`${guesses.phoneFromAddress[0].count}`],
      'guesses at live codes in 24 hours from one address, at all phones': [`${guesses.address[0].count}`],
      'wrong guesses in 15 minutes from one address, at live codes or not': [`${anyGuesses.count}`],
      'codes sent to one phone': [each(sends.phone)],
      'codes sent to one phone from one address': [each(sends.phoneFromAddress)],
      'codes sent from one address': [each(sends.address)],
    })
    expect([guesses.phoneFromAddress[0].span, guesses.address[0].span, anyGuesses.span]).toEqual([
      DAY,
      DAY,
      15 * MINUTE,
    ])
    expect(text).toContain(`Codes have ${CODE_LENGTH} digits, as specified: ${grouped(CODES)} codes.`)
    expect(text).toContain(`for ${CODE_MINUTES} minutes`)
    expect(text).toContain(`good for ${SESSION_LIFE / DAY} days`)
  })

  test('says the odds that follow from them', () => {
    const { tries, guesses } = codeLimits
    const [day, month] = guesses.phone.map(({ count }) => count) as [number, number]
    const [one] = guesses.phoneFromAddress.map(({ count }) => count) as [number]
    const [all] = guesses.address.map(({ count }) => count) as [number]
    const months = 365 / 30
    const sum = (count: number) => [`${count}`, `${count} / ${grouped(CODES)} = ${percent(count / CODES, 2)}`]
    expect(rows.get('one code')).toEqual(sum(tries))
    expect(rows.get('one address, one phone, a day')).toEqual(sum(one))
    expect(rows.get('any number of addresses, one phone, a day')).toEqual(sum(day))
    expect(rows.get('any number of addresses, one phone, 30 days')).toEqual(sum(month))
    expect(rows.get('the same for a year: 12.2 times 30 days')).toEqual([
      grouped(Math.round(month * months)),
      `1 - (1 - ${month / CODES})^${months.toFixed(2)} = ${percent(1 - (1 - month / CODES) ** months, 1)}`,
    ])
    expect(rows.get('one address, all phones, a day: some account')).toEqual([
      `${all}`,
      `1 - (1 - 1 / ${grouped(CODES)})^${all} = ${percent(1 - (1 - 1 / CODES) ** all, 2)}`,
    ])
    expect(rows.get('N addresses, all phones, a day: accounts expected')).toEqual([`${all} N`, `${all / CODES} N`])
    // What a learner may be promised: half a percent a day at the very most.
    expect(day / CODES).toBeLessThan(0.005)
  })

  test('says how often calls may be made', () => {
    const limits = Object.fromEntries(routes.map(({ endpoint }) => [callName(endpoint), endpoint.limit]))
    const said: [string, RegExp][] = [
      ['POST /user/product/create', /an order (\d+) and/],
      ['POST /user/product/payment', /telling how it ended (\d+) an hour/],
      ['GET /user/product/state/{courseId}', /its state (\d+) in 10 minutes/],
      ['POST /user/profile/avatar', /pictures (\d+), and/],
      ['POST /user/export', /downloads of one's data (\d+) an hour/],
      ['POST /quickExam/submit/{examId}', /results of quizzes and video exams (\d+),/],
      ['POST /user/discussions/report/{id}', /reports of comments and push subscriptions (\d+)\s+an hour/],
    ]
    for (const [call, words] of said) expect([call, words.exec(text)?.[1]]).toEqual([call, `${limits[call]?.count}`])
  })
})

/** How many requirements of levels 1 and 2 each section has; in all of them those of level 3 come last. */
const sections: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
}

describe('the map to OWASP ASVS 5.0', () => {
  const items = [...rows].filter(([first]) => /^\d+\.\d+\.\d+$/.test(first))

  test('has every requirement of levels 1 and 2, once', () => {
    const wanted = Object.entries(sections).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    )
    expect(wanted).toHaveLength(253)
    expect(items.map(([number]) => number)).toEqual(wanted)
    expect(text.match(/^\| \d+\.\d+\.\d+ \|/gm)).toHaveLength(253)
    expect(items.filter(([, [level]]) => level === '1')).toHaveLength(70)
  })

  test('says of each whether it is met, and counts them', () => {
    const verdicts = ['Met', 'Operator', 'Not met', 'None']
    for (const [number, [level = '', , verdict = '', where = '']] of items) {
      expect([number, ['1', '2'].includes(level), verdicts.includes(verdict), where.length > 3]).toEqual([
        number,
        true,
        true,
        true,
      ])
    }
    for (const level of ['1', '2']) {
      const found = items.filter(([, [one]]) => one === level)
      const counts = verdicts.map((verdict) => found.filter(([, [, , one]]) => one === verdict).length)
      expect(rows.get(`level ${level}`)).toEqual([...counts, found.length].map(String))
    }
  })
})
