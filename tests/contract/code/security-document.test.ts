import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { routes } from '#http/routes.ts'
import { callName } from '#core/calls/call-limits.ts'
import { brakeLimits } from '#features/auth/server/codes/code-hours.ts'
import { CODE_LENGTH, LONG_CODE_LENGTH } from '#features/auth/login-form.rules.ts'
import { codeLimits, limitsOfWay, minutesOf } from '#features/auth/server/codes/code-limits.ts'
import { hashToken, SESSION_LIFE } from '#features/auth/server/sessions.ts'
import { learnerFieldReaders, type LearnerField } from '#features/auth/staff/learner-fields.rules.ts'
import { PHONE_LIST_LIMIT } from '#features/auth/staff/phone-list/phone-list.contract.ts'
import { limits as commentLimits } from '#features/discussions/discussions.rules.ts'
import { downloadLimit } from '#features/profile/server/export.ts'
import { messageLimits, ticketLimits } from '#features/support/support.rules.ts'
import { hashOfToken, newStaffToken } from '#features/staff/server/sessions.ts'
import { factorLimits } from '#features/staff/server/factor-tries.ts'
import { LOG_IN_LIFE, MOST_TRIES } from '#features/staff/server/log-ins.ts'
import { MAX_AUDITED_FAILURES, RECENT_FACTOR, RECOVERY_CODES } from '#features/staff/staff.rules.ts'
import { STAFF_IDLE, STAFF_SESSION } from '#lib/both/staff-session.ts'
import { MAX_DRAFT_LENGTH } from '#lib/browser/staff/typed-text.ts'
import { BODY_LIMIT, IMAGE_FORM_LIMIT } from '#lib/both/calls/endpoint.ts'
import { SEARCH_LIMIT } from '#lib/both/calls/search.ts'
import { FORM_LIMIT, MOST_FIELDS } from '#lib/server/bodies/form-body.ts'
import { MOST_LEVELS, MOST_VALUES } from '#lib/server/bodies/json-body.ts'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'

const text = readFileSync('docs/reference/security.md', 'utf8')
/** The same wherever its lines end: for sentences. */
const prose = text.replace(/\s+/g, ' ')

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
const LONG_CODES = 10 ** LONG_CODE_LENGTH
const percent = (odds: number, digits: number) => `${(odds * 100).toFixed(digits)} %`
const grouped = (number: number) => number.toLocaleString('en-GB')

describe('docs/reference/security.md', () => {
  test('names files that exist', () => {
    const named = [...text.matchAll(/`((?:src|tests|docs|scripts|deploy)\/[^`]+|[\w-]+\.(?:json|mjs))`/g)].map(
      ([, name]) => name!,
    )
    expect(named.length).toBeGreaterThan(100)
    expect([...new Set(named)].filter((name) => !existsSync(name))).toEqual([])
  })

  test('names a test for each measure, which fails without it', () => {
    const [, table = ''] = text.split('| Measure | Where | Fails when it is not so |\n')
    const measures = table
      .split('\n\n')[0]!
      .split('\n')
      .slice(1)
      .map((line) => line.slice(2, -2).split(' | '))
    expect(measures.length).toBeGreaterThan(15)
    for (const [measure, where = '', tests = ''] of measures) {
      expect([measure, where.length > 3]).toEqual([measure, true])
      expect([measure, tests.match(/`(src|tests)\/[\w/-]+\.test\.ts`/g)?.length ?? 0]).not.toEqual([measure, 0])
    }
  })

  test('names tests that the runs have', () => {
    const named = [...text.matchAll(/`((?:src|tests)\/[^`]+\.test\.ts)`/g)].map(([, name]) =>
      readFileSync(name!, 'utf8'),
    )
    expect(named.filter((code) => !/\b(test|it)(\.each)?\(/.test(code))).toEqual([])
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
    const [long] = guesses.long
    const [here] = guesses.phoneFromNetwork
    expect(
      Object.fromEntries([...rows].filter(([first]) => /^(wrong )?(guesses|codes (of|sent))/.test(first))),
    ).toEqual({
      'guesses at one code of 4 digits': [`${tries}`],
      [`guesses at one phone in ${within(day.span)}, all networks together`]: [`${day.count}`],
      [`guesses at one phone in ${within(month.span)}, all networks together`]: [`${month.count}`],
      [`guesses at one phone in ${within(here.span)} from one IPv4 address or one /48`]: [`${here.count}`],
      'guesses at its own phone on one known device': [each(guesses.known)],
      [`guesses at the code of ${LONG_CODE_LENGTH} digits of one phone in ${within(long.span)}`]: [
        `${grouped(long.count)}, from one IPv4 address or one /48 ${here.count}`,
      ],
      'codes sent to one phone': [each(sends.phone)],
      'codes sent to one phone from one IPv4 address or one /48': [each(sends.phoneFromNetwork)],
      'codes sent to one known device': [each(sends.known)],
      [`codes of ${LONG_CODE_LENGTH} digits sent to one phone`]: [`${each(sends.long)}, all the same code`],
    })
    const networks = { 'an IPv4 address': 'ipv4', 'an IPv6 /64': 64, 'an IPv6 /56': 56, 'an IPv6 /48': 48 } as const
    for (const [network, width] of Object.entries(networks)) {
      const [all, ...more] = guesses.network[width]
      expect([all.span, more.length, anyGuesses.span]).toEqual([DAY, 0, 15 * MINUTE])
      const row = [each(sends.network[width]), `${all.count}`, `${anyGuesses.count[width]}`]
      expect([network, rows.get(network)]).toEqual([network, row])
    }
    const { least, times, learntFrom, closesAt, shareOf } = brakeLimits
    expect(shareOf).toBe(4)
    for (const sentence of [
      `Codes have ${CODE_LENGTH} digits, as specified: ${grouped(CODES)} codes.`,
      `They live for ${minutesOf('short')} minutes`,
      `a code of ${LONG_CODE_LENGTH} digits, ${grouped(LONG_CODES)} codes, that lives for ${minutesOf('long') / 60} hours`,
      `from ${least} wrong guesses at codes of ${CODE_LENGTH} digits in an hour, or ${times} times its usual hour (the median of ${learntFrom / DAY} days)`,
      `From ${closesAt} times that they get no codes`,
      `${grouped(long.count)} guesses from ${Math.ceil(long.count / here.count)} networks`,
      `good for ${SESSION_LIFE / DAY} days`,
    ])
      expect(prose).toContain(sentence)
  })

  test('says the odds that follow from them', () => {
    const { tries, guesses } = codeLimits
    const [day, month] = guesses.phone.map(({ count }) => count) as [number, number]
    const [one] = guesses.phoneFromNetwork.map(({ count }) => count) as [number]
    const long = guesses.long[0].count
    const months = 365 / 30
    const sum = (count: number, codes = CODES) => [
      grouped(count),
      `${grouped(count)} / ${grouped(codes)} = ${percent(count / codes, 2)}`,
    ]
    expect(rows.get('one code')).toEqual(sum(tries))
    expect(rows.get('one network, one phone, a day')).toEqual(sum(one))
    expect(rows.get('any number of networks, one phone, a day')).toEqual(sum(day))
    expect(rows.get('any number of networks, one phone, 30 days')).toEqual(sum(month))
    expect(rows.get('the same for a year: 12.2 times 30 days')).toEqual([
      grouped(Math.round(month * months)),
      `1 - (1 - ${month / CODES})^${months.toFixed(2)} = ${percent(1 - (1 - month / CODES) ** months, 1)}`,
    ])
    expect(rows.get(`any number of networks, one phone's codes of ${LONG_CODE_LENGTH} digits, a day`)).toEqual(
      sum(long, LONG_CODES),
    )
    expect(rows.get(`the same, 30 days, on top of the ${month}`)).toEqual(sum(30 * long, LONG_CODES))
    const stolen = guesses.known[1].count
    expect(rows.get(`the stolen cookie of a known device, its own phone, 30 days, on top of the ${month}`)).toEqual(
      sum(stolen),
    )
    const some = (count: number) => [
      `${count}`,
      `1 - (1 - 1 / ${grouped(CODES)})^${count} = ${percent(1 - (1 - 1 / CODES) ** count, 2)}`,
    ]
    const { ipv4, 64: net64, 56: net56, 48: net48 } = guesses.network
    expect(net64[0].count).toBe(ipv4[0].count)
    expect(rows.get('one IPv4 address or one /64, all phones, a day: some account')).toEqual(some(ipv4[0].count))
    expect(rows.get('one /56, all phones, a day: some account')).toEqual(some(net56[0].count))
    expect(rows.get('one /48, all phones, a day: some account')).toEqual(some(net48[0].count))
    const hour = brakeLimits.least * brakeLimits.closesAt
    const accounts = (count: number) => [grouped(count), `${grouped(count)} / ${grouped(CODES)} = ${count / CODES}`]
    expect(rows.get('any number of networks, all phones, an hour: accounts expected')).toEqual(accounts(hour))
    expect(rows.get('the same, a day')).toEqual(accounts(24 * hour))
    const left = ipv4[0].count / brakeLimits.shareOf
    expect(prose).toContain(`fewer than ${brakeLimits.least / brakeLimits.times} wrong guesses`)
    expect(prose).toContain(
      `The ${grouped(24 * hour)} guesses of a day are ${grouped((24 * hour) / tries)} messages from ${(24 * hour) / left} addresses, each of which the brake leaves ${left} guesses`,
    )
    // What a learner may be promised: half a percent a day at the very most, by all ways together.
    expect(day / CODES + long / LONG_CODES).toBeLessThan(0.005)
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
      [
        'POST /user/discussions/report/{id}',
        /reports of comments, push subscriptions and their renewals (\d+) an hour/,
      ],
    ]
    for (const [call, words] of said) expect([call, words.exec(prose)?.[1]]).toEqual([call, `${limits[call]?.count}`])
    const spans: [number, string][] = [
      [MINUTE, 'a minute'],
      [10 * MINUTE, 'in 10 minutes'],
      [HOUR, 'an hour'],
      [DAY, 'a day'],
    ]
    const inWords = (given: readonly { count: number; span: number }[]) =>
      given.map(({ count, span }) => `${count} ${spans.find(([one]) => one === span)![1]}`).join(' and ')
    expect(prose).toContain(
      `comments ${inWords(commentLimits)}, tickets ${inWords(ticketLimits)}, messages ${inWords(messageLimits)}`,
    )
    expect(prose).toContain(`each opened ${downloadLimit.count} times at most`)
  })

  test('says what bounds the work of one request', () => {
    const number = (file: string, name: string) =>
      new RegExp(`const ${name} = (\\d+)`).exec(readFileSync(file, 'utf8'))?.[1]
    const words = ['zero', 'one', 'two', 'three', 'four']
    const pictures = 'src/providers/images/uploaded-image.ts'
    expect(prose).toContain(`${words[Number(number(pictures, 'AT_ONCE'))]} pictures are decoded at once`)
    expect(number(pictures, 'WAITING')).toBe('16')
    expect(prose).toContain('and sixteen wait')
    expect(prose).toContain(
      `A search looks for ${number('src/features/catalogue/server/search/search-index.ts', 'MOST_WORDS')} words`,
    )
    expect(prose).toContain(
      `for more than ${number('tests/support/hostile/loop-blocks.ts', 'MAX_BLOCK_MS')} milliseconds`,
    )
  })

  test('says what a token is', async () => {
    const hash = createHash('sha256').update('token').digest()
    expect([hashToken('token'), prose.includes('stored as SHA-256')]).toEqual([expect.stringMatching(/^[\w-]+$/), true])
    expect([hash.toString('hex'), hash.toString('base64url')]).toContain(hashToken('token'))
    const [, bytes] = /token = randomBytes\((\d+)\)/.exec(readFileSync('src/features/auth/server/sessions.ts', 'utf8'))!
    expect(prose).toContain(`A token is ${Number(bytes) * 8} random bits`)
  })
})

/** Code of the product, without its tests. */
const sources = globSync('src/**/*.{ts,tsx,astro}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
const namedInCode = (expression: RegExp) => [
  ...new Set(sources.flatMap((code) => [...code.matchAll(expression)].map(([, name]) => name!))),
]

describe('what the document says of the console', () => {
  const factors = 'src/features/staff/server/authenticator.ts'
  const constantIn = (file: string, name: string) =>
    new RegExp(`const ${name} = ([^\n]+)`).exec(readFileSync(file, 'utf8'))![1]!

  const [day, month] = factorLimits.member
  const [network] = factorLimits.network

  test('are its limits and times', () => {
    expect([day.span, month.span, network.span]).toEqual([DAY, 30 * DAY, DAY])
    // Codes of staff have the limits of learners' codes.
    expect(limitsOfWay('staff')).toEqual(limitsOfWay('short'))
    expect(limitsOfWay('staff long')).toEqual(limitsOfWay('long'))
    const words: Record<number, string> = { 4: 'four', 5: 'five', 6: 'six' }
    const draft = (name: string) => Number.parseInt(constantIn('src/lib/browser/staff/typed-text.ts', name))
    for (const sentence of [
      `The code has ${CODE_LENGTH} digits, lives for ${minutesOf('staff')} minutes`,
      `${words[MOST_TRIES]![0]!.toUpperCase()}${words[MOST_TRIES]!.slice(1)} wrong ones end a log-in`,
      `limited to ${day.count} wrong ones in 24 hours and ${month.count} in 30 days`,
      `one IPv4 address or one /48 to ${network.count} wrong ones in 24 hours`,
      `at most ${MAX_AUDITED_FAILURES} a member in 24 hours`,
      `then with a code of ${LONG_CODE_LENGTH} digits`,
      `A session ends after ${STAFF_SESSION / HOUR} hours, or after ${STAFF_IDLE / MINUTE} minutes`,
      `given in the last ${RECENT_FACTOR / MINUTE} minutes`,
      `${SEARCH_LIMIT.count} in ${SEARCH_LIMIT.span / MINUTE} minutes`,
      `${draft('MAX_DRAFTS')} texts of a member, ${grouped(MAX_DRAFT_LENGTH)} characters each, for ${draft('MAX_AGE')} days`,
    ])
      expect(prose).toContain(sentence)
    expect(Buffer.from(newStaffToken(), 'base64url')).toHaveLength(256 / 8)
    expect(hashOfToken('token')).toBe(createHash('sha256').update('token').digest('hex'))
  })

  test('are the odds of its second factors', () => {
    const digits = 6
    expect(constantIn(factors, 'STEP')).toBe('30 * SECOND')
    const steps = 1 + 2 * Number(constantIn(factors, 'STEPS_AROUND'))
    const odds = ((MOST_TRIES * steps) / 10 ** digits) * 100
    expect(rows.get('code of an authenticator app')).toEqual([
      `${digits} digits; ${steps} codes of each app are right at any time, each once`,
      `${MOST_TRIES} x ${steps} / ${grouped(10 ** digits)} = ${odds} % for each app`,
    ])
    const recovery = 'src/features/staff/server/recovery-codes.ts'
    const signs = Number(constantIn(recovery, 'GROUPS')) * Number(constantIn(recovery, 'GROUP'))
    const alphabet = constantIn(recovery, 'ALPHABET').length - 2
    const bits = signs * Math.log2(alphabet)
    const [what, chance = ''] = rows.get('recovery code')!
    expect(what).toBe(`${signs} of ${alphabet} signs, ${Math.floor(bits)} bits; ${RECOVERY_CODES} codes, each once`)
    const [, exponent] = /^below 10\^(-\d+)$/.exec(chance)!
    expect((MOST_TRIES * RECOVERY_CODES) / alphabet ** signs).toBeLessThan(10 ** Number(exponent))
    expect(text).not.toMatch(new RegExp(`recovery codes (?:have )?(?!${Math.floor(bits)}\\b)\\d+`))
  })

  test('are the odds of somebody who attacks a member', () => {
    const [phoneDay, phoneMonth] = codeLimits.guesses.phone.map(({ count }) => count) as [number, number]
    const long = codeLimits.guesses.long[0].count
    const steps = 1 + 2 * Number(constantIn(factors, 'STEPS_AROUND'))
    const app = (month.count * steps) / 10 ** 6
    const oneOf = (short: number, longs: number) => ({
      odds: short / CODES + longs / LONG_CODES,
      row: [
        `${grouped(short)} and ${grouped(longs)}`,
        `${percent(short / CODES, 2)} + ${percent(longs / LONG_CODES, 2)} = ${percent(short / CODES + longs / LONG_CODES, 2)}`,
      ],
    })
    const both = (first: number, second: number, digits: number) =>
      `${percent(first, 2)} x ${percent(second, digits)} = ${percent(first * second, 5)}`
    // Strangers can lock the 4 digits, and then have the phone proved with 8.
    const [byDay, byMonth] = [oneOf(phoneDay, long), oneOf(phoneMonth, 30 * long)]
    expect(rows.get("the phone's code of 4 digits or of 8, a day")).toEqual(byDay.row)
    expect(rows.get("the phone's code of 4 digits or of 8, 30 days")).toEqual(byMonth.row)
    // A log-in with a proved phone lives too short for guesses of two days.
    expect(LOG_IN_LIFE).toBeLessThan(codeLimits.guesses.long[0].span)
    expect(rows.get('enrolling for a member without a second factor, a day')).toEqual([
      `as above, then ${grouped(long)}`,
      both(byDay.odds, long / LONG_CODES, 2),
    ])
    expect(rows.get('enrolling for a member without a second factor, 30 days')).toEqual([
      `as above, then the ${grouped(long)} of one day`,
      both(byMonth.odds, long / LONG_CODES, 2),
    ])
    expect(rows.get('an authenticator app, 30 days, for somebody who has the phone')).toEqual([
      `${month.count}`,
      `${month.count} x ${steps} / ${grouped(10 ** 6)} = ${percent(app, 3)}`,
    ])
    expect(rows.get("an authenticator app, 30 days, for somebody who guesses the phone's code too")).toEqual([
      `${phoneMonth} and ${grouped(30 * long)}, then the ${MOST_TRIES} of one log-in`,
      both(byMonth.odds, (MOST_TRIES * steps) / 10 ** 6, 4),
    ])
  })

  test('are calls that change what a learner may do without a recent second factor', () => {
    const paragraph = text.split('**A recent second factor.**')[1]!.split('\n\n')[0]!
    const named = [...paragraph.matchAll(/`(\/staff\/[^`]+)`/g)].map(([, path]) => path)
    const exceptions = routes
      .map(({ endpoint }) => endpoint)
      .filter(({ method, path }) => method === 'POST' && /^\/staff\/learners\/\{id\}\/(?!notes)/.test(path))
      .filter((endpoint) => endpoint.access === 'staff' && endpoint.secondFactor === 'session')
    expect(named.sort()).toEqual(exceptions.map(({ path }) => path).sort())
  })

  test('are calls without X-CSRF-Token: those of the log-in alone', () => {
    const withoutToken = routes
      .map(({ endpoint }) => endpoint)
      .filter(({ path, access }) => path.startsWith('/staff/') && access !== 'staff')
    expect(withoutToken.length).toBeGreaterThan(5)
    expect(withoutToken.filter(({ path }) => !/^\/staff\/login(\/|$)/.test(path))).toEqual([])
    expect(prose).toContain('Calls of the log-in (`/staff/login` and below) have no session yet and bring none')
  })

  test('are the tables that have authenticator secrets in clear', () => {
    const [, tables = ''] = /table: ('staff_\w+'(?: \| 'staff_\w+')*)/.exec(
      readFileSync('src/features/staff/server/proving.ts', 'utf8'),
    )!
    const names = ['staff_factors', ...tables.split(' | ').map((name) => name.slice(1, -1))]
    expect(names).toHaveLength(3)
    for (const name of names) expect(rows.get('authenticator secrets')![0]).toContain(`\`${name}\``)
  })

  test('is what each role sees of learners', () => {
    const fields: Record<LearnerField, string> = {
      name: 'name',
      phone_end: 'last four digits of the phone',
      phone: 'whole phone',
      email: 'email address',
      purchase_number: 'numbers of orders, receipts and payments',
    }
    for (const [field, readers] of Object.entries(learnerFieldReaders))
      expect([field, rows.get(fields[field as LearnerField])]).toEqual([field, [readers.join(', ')]])
  })
})

describe('what the document lists', () => {
  test('are the sizes that bodies may have', () => {
    const megabytes = (bytes: number) => `${bytes / BODY_LIMIT} MB`
    const largest = Math.max(...routes.map(({ endpoint }) => endpoint.bodyLimit))
    for (const sentence of [
      `bodies have a size (${megabytes(BODY_LIMIT)}; with a picture ${megabytes(IMAGE_FORM_LIMIT)}, with a list of phones ${megabytes(PHONE_LIST_LIMIT)}, with a file of authors ${megabytes(largest)})`,
      `forms without files ${FORM_LIMIT / 1024} kB, forms ${MOST_FIELDS} fields, JSON ${MOST_LEVELS} levels and ${grouped(MOST_VALUES)} values`,
    ])
      expect(prose).toContain(sentence)
    const sizes = [BODY_LIMIT, IMAGE_FORM_LIMIT, PHONE_LIST_LIMIT, largest]
    expect(
      routes.filter(({ endpoint }) => !sizes.includes(endpoint.bodyLimit)).map(({ endpoint }) => callName(endpoint)),
    ).toEqual([])
  })

  test('are all packages and hashes that the code uses for cryptography', () => {
    const packages = namedInCode(/from '(node:crypto|[^'#.]*(?:webauthn|otp|web-push|jose|crypt|jwt)[^']*)'/g)
    expect(packages.length).toBeGreaterThan(2)
    const section = prose.slice(prose.indexOf('All functions come from'), prose.indexOf('Passwords do not exist'))
    expect(packages.filter((name) => name !== 'web-push' && !section.includes(`\`${name}\``))).toEqual([])
    expect(section).toContain('`web-push`')
    expect(namedInCode(/create(?:Hash|Hmac)\('([\w-]+)'/g)).toEqual(['sha256'])
    expect(section).toContain('SHA-256 for what is looked up')
  })

  test('are all secrets that are kept in the table meta', () => {
    const direct = namedInCode(/(?:storedSecret|keepFact)\(\w+, '([\w-]+)'/g)
    const named = namedInCode(/(?:secretName|secretKey|keysKey) = '([\w-]+)'/g)
    expect([...direct, ...named].length).toBeGreaterThan(3)
    // Money of the sandbox is no money.
    const secrets = [...direct, ...named].filter((name) => !name.includes('sandbox'))
    const backups = readFileSync('docs/data.md', 'utf8')
    for (const document of [text, backups])
      expect(secrets.filter((name) => !document.includes(`\`${name}\``))).toEqual([])
  })

  test('are all databases of browsers, of which some outlive a log-out', () => {
    const file = readFileSync('src/lib/browser/device/device-data.ts', 'utf8')
    const databases = [...file.matchAll(/^export const (\w+) = '(padavu-[a-z]+)'$/gm)]
    expect(databases.length).toBeGreaterThan(3)
    const lasting = databases.filter(([, name]) => !file.includes(`deleteDatabase(${name})`))
    expect([lasting.length > 0, rows.get('14.3.1')![2]]).toEqual([true, 'Not met'])
    for (const [, , name] of databases) expect(rows.get('14.3.3')![3]).toContain(`\`${name}\``)
  })

  test('are lines that the code logs', () => {
    const section = text.slice(text.indexOf('## What is logged'), text.indexOf('## OWASP'))
    const said = [...section.matchAll(/`([a-z][a-z -]+)`/g)].map(([, line]) => line!)
    const logged = namedInCode(/log\.(?:info|warn|error)\([^)]*?'([a-z][^']+)'\s*,?\s*\)/gs)
    const others = ['time', 'req', 'x-request-id']
    expect(said.length).toBeGreaterThan(10)
    expect(said.filter((line) => !others.includes(line) && !logged.includes(line))).toEqual([])
  })

  test('are verdicts on cookies that the code sets', () => {
    const names = namedInCode(/staffCookieNames = \{ session: '([\w-]+)'/g)
    expect(names).toEqual(['staff'])
    expect(readFileSync('src/core/staff/staff-cookies.ts', 'utf8')).toMatch(/sameSite: 'Strict'/)
    expect(prose).toContain('(`HttpOnly`, `SameSite=Strict`)')
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
