import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { codeOf, states } from '#lib/both/gst-states.ts'
import { ConfigError, isSecure, readConfig, readSettings, siteUrl } from './config.ts'

const refusal = (environment: Record<string, string>) => {
  try {
    readConfig(environment)
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}

test('a wrong setting is named together with its value', () => {
  expect(refusal({ OTP_SENDER: 'pigeon' })).toBe(
    "OTP_SENDER must be outbox, msg91, twilio or whatsapp (it is 'pigeon')",
  )
})

test.each([
  ['PORT', 'http', /^PORT must be a port/],
  ['PORT', '70000', /^PORT must be a port/],
  ['SITE_URL', 'learn', /^SITE_URL must be a web address/],
  ['OTP_SENDER', 'twilio', /^TWILIO_\w+ must be set when OTP_SENDER is twilio/],
  ['PAYMENT_PROVIDER', 'cash', /^PAYMENT_PROVIDER must be /],
  ['TRUSTED_PROXIES', '1', /^TRUSTED_PROXIES must be /],
])('%s=%s is refused in one line that says what it must be', (name, value, line) => {
  const message = refusal({ [name]: value })
  expect(message).toMatch(line)
  expect(message).not.toContain('\n')
})

test('a setting that may hold a password is named without its value', () => {
  const message = refusal({ DATABASE_URL: 'mysql://padavu:hunter2@db/padavu' })
  expect(message).toMatch(/^DATABASE_URL must look like/)
  expect(message).not.toContain('hunter2')
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 4321 })
})

test('codes are shown by the outbox on this machine only', () => {
  for (const HOST of ['0.0.0.0', '::'])
    expect(refusal({ HOST })).toMatch(/^OTP_SENDER=outbox .* HOST must be a loopback address/)
  expect(refusal({ SITE_URL: 'https://learn.example.org' })).toMatch(/SITE_URL must be a loopback address/)
  expect(refusal({ HOST: '::1', SITE_URL: 'http://localhost:8080' })).toBeUndefined()
})

test('a sender is refused without its keys', () => {
  expect(refusal({ OTP_SENDER: 'msg91', MSG91_AUTHKEY: 'x' })).toBe(
    'MSG91_TEMPLATE_ID must be set when OTP_SENDER is msg91',
  )
})

test('real money needs all keys, and play money is refused beside any of them', () => {
  const keys = { RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_KEY_SECRET: 'hunter2', RAZORPAY_WEBHOOK_SECRET: 'hunter3' }
  expect(refusal({ PAYMENT_PROVIDER: 'razorpay', ...keys })).toBeUndefined()
  for (const name of Object.keys(keys)) {
    expect(refusal({ PAYMENT_PROVIDER: 'razorpay', ...keys, [name]: '' })).toBe(
      `${name} must be set when PAYMENT_PROVIDER is razorpay`,
    )
  }
  const message = refusal({ PAYMENT_PROVIDER: 'sandbox', RAZORPAY_KEY_SECRET: 'hunter2' })
  expect(message).toBe('RAZORPAY_KEY_SECRET is set, but PAYMENT_PROVIDER is sandbox, which takes no money')
})

test('a site that others reach takes play money only when that is said in so many words', () => {
  const codes = { OTP_SENDER: 'msg91', MSG91_AUTHKEY: 'x', MSG91_TEMPLATE_ID: 'y' }
  const SITE_URL = 'https://learn.example.org'
  const must = 'PAYMENT_PROVIDER must be set where others reach the site'
  const choices = 'razorpay with its keys, or sandbox, which takes no money'
  expect(refusal({ ...codes, SITE_URL })).toBe(`${must} (SITE_URL is '${SITE_URL}'): ${choices}`)
  expect(refusal({ ...codes, HOST: '0.0.0.0' })).toBe(`${must} (HOST is '0.0.0.0'): ${choices}`)
  // What a compose file passes on without a value is not said.
  expect(refusal({ ...codes, SITE_URL, PAYMENT_PROVIDER: '' })).toContain(must)
  // A proxy on this machine may stand before it, and the address that learners use counts.
  expect(refusal({ ...codes, SITE_URL: 'http://192.168.1.7', HOST: '127.0.0.1' })).toContain(must)
  expect(refusal({ ...codes, SITE_URL: 'http://localhost:4321', HOST: '::' })).toContain("(HOST is '::')")
  expect(refusal({ ...codes, SITE_URL, PAYMENT_PROVIDER: 'sandbox' })).toBeUndefined()
  expect(refusal({ ...codes, HOST: '0.0.0.0', PAYMENT_PROVIDER: 'sandbox' })).toBeUndefined()
  for (const HOST of ['127.0.0.1', '127.3.2.1', '::1', 'localhost']) expect(refusal({ ...codes, HOST })).toBeUndefined()
})

test("the seller's tax number and state are checked before an invoice carries them", () => {
  expect(refusal({ SELLER_GSTIN: '32ABC' })).toMatch(/^SELLER_GSTIN must be a GSTIN/)
  expect(refusal({ SELLER_STATE: 'Kerala' })).toMatch(/^SELLER_STATE must be the GST code and the name/)
  expect(refusal({ SELLER_GSTIN: '29AAAAA0000A1Z5', SELLER_STATE: '29 Karnataka' })).toBeUndefined()
})

test('half the settings of a bucket are refused', () => {
  const bucket = {
    FILES_S3_ENDPOINT: 'https://s3.example.org',
    FILES_S3_BUCKET: 'padavu',
    FILES_S3_ACCESS_KEY: 'key',
    FILES_S3_SECRET_KEY: 'hunter2',
  }
  expect(refusal(bucket)).toBeUndefined()
  expect(refusal({ ...bucket, FILES_S3_ENDPOINT: '' })).toBe('FILES_S3_ENDPOINT must be set when FILES_S3_BUCKET is')
  for (const name of Object.keys(bucket).slice(1)) {
    expect(refusal({ ...bucket, [name]: '' })).toBe(`${name} must be set when FILES_S3_ENDPOINT is`)
  }
})

test('PostgreSQL serves several processes, whose connections fit; a data file serves one', () => {
  const DATABASE_URL = 'postgres://padavu@db/padavu'
  expect(readConfig({})).toMatchObject({ WEB_CONCURRENCY: 1 })
  expect(readConfig({ DATABASE_URL })).toMatchObject({ WEB_CONCURRENCY: availableParallelism() })
  expect(readConfig({ DATABASE_URL, WEB_CONCURRENCY: '2' })).toMatchObject({ WEB_CONCURRENCY: 2, DATABASE_POOL: 16 })
  for (const processes of [1, 5, 8, 32, 40]) {
    const config = readConfig({ DATABASE_URL, WEB_CONCURRENCY: String(processes) })
    expect(processes * config.DATABASE_POOL, String(processes)).toBeLessThanOrEqual(80)
  }
  expect(readConfig({ DATABASE_URL, WEB_CONCURRENCY: '8', DATABASE_POOL: '30' }).DATABASE_POOL).toBe(30)
  expect(refusal({ WEB_CONCURRENCY: '2' })).toBe(
    "WEB_CONCURRENCY must be 1 without DATABASE_URL: only PostgreSQL serves several processes (it is '2')",
  )
  expect(refusal({ DATABASE_URL, WEB_CONCURRENCY: '0' })).toMatch(/^WEB_CONCURRENCY must be a number of processes/)
})

test('codes a day are numbers, for the site and by country', () => {
  expect(readConfig({})).toMatchObject({ CODES_A_DAY: 20_000, CODES_A_DAY_COUNTRIES: '91=20000, others=500' })
  expect(refusal({ CODES_A_DAY: 'many' })).toBe("CODES_A_DAY must be a number of codes a day (it is 'many')")
  for (const wrong of ['91=20000', '91=1, 91=2, others=3', 'others=-1', 'India=5, others=1', '91:5, others=1']) {
    expect(refusal({ CODES_A_DAY_COUNTRIES: wrong })).toBe(
      `CODES_A_DAY_COUNTRIES must be codes a day by calling code, such as 91=20000, 971=2000, others=500 (it is '${wrong}')`,
    )
  }
  expect(refusal({ CODES_A_DAY: '0', CODES_A_DAY_COUNTRIES: ' 971 = 2000 ,others=0' })).toBeUndefined()
})

test("the site's name is one line of at most 80 characters", () => {
  expect(readConfig({ SITE_NAME: ' Thinkal Academy ' }).SITE_NAME).toBe('Thinkal Academy')
  const wrong = 'SITE_NAME must be a name of 1 to 80 characters on one line'
  for (const name of ['  ', 'two\nlines', 'x'.repeat(81)]) expect(refusal({ SITE_NAME: name })).toContain(wrong)
})

test.each([
  'https://learn.example.org/academy',
  'https://learn.example.org/academy/',
  'https://learn.example.org//',
  'https://learn.example.org?x=1',
  'https://learn.example.org/?',
  'https://learn.example.org/#top',
  'https://learn.example.org#',
  'https://padavu@learn.example.org',
])('SITE_URL=%s is refused: pages would lead to addresses that do not exist', (SITE_URL) => {
  const line = /^SITE_URL must be an address without path, query, user and password, such as/
  expect(refusal({ SITE_URL })).toMatch(line)
  expect(() => readSettings({ SITE_URL })).toThrow(line)
})

test('SITE_URL with a password is refused without it', () => {
  expect(refusal({ SITE_URL: 'https://padavu:hunter2@learn.example.org' })).toMatch(/^SITE_URL must be .*[^)]$/)
})

test.each([
  ['https://learn.example.org', 'https://learn.example.org'],
  ['https://learn.example.org/', 'https://learn.example.org'],
  ['HTTPS://Learn.Example.org:443/', 'https://learn.example.org'],
  ['http://localhost:8080', 'http://localhost:8080'],
])('SITE_URL=%s is the origin %s', (SITE_URL, origin) => {
  const config = readSettings({ SITE_URL })
  expect([siteUrl(config), isSecure(config)]).toEqual([origin, origin.startsWith('https:')])
})

describe('tax settings of a seller', () => {
  const problem = (SELLER_STATE: string, gstCode?: string) =>
    refusal({ SELLER_STATE, ...(gstCode && { SELLER_GSTIN: `${gstCode}AAAAA0000A1Z5` }) })

  test.each(states.slice(0, -1))('may be those of %s', (state) => {
    expect(problem(state, codeOf(state))).toBeUndefined()
    expect(problem(state)).toBeUndefined()
  })

  test.each(['32 Keralam', '32 KERALA', '01 Jammu & Kashmir', '21 Orissa', '34 Pondicherry', '32 kerala '])(
    'may name a state as the seller writes it: %s',
    (state) => expect(problem(state)).toBeUndefined(),
  )

  test.each(['00 Kerala', '25 Daman and Diu', '28 Andhra Pradesh', '39 Kerala', '96 Outside India', '99 Kerala'])(
    'are refused with a code of no state: %s',
    (state) => expect(problem(state)).toMatch(/^SELLER_STATE must begin with the GST code of a state/),
  )

  test.each(['29 Kerala', '32 Karnataka', '32 Keralaa', '33 Keralam'])(
    'are refused with the code and the name of different states: %s',
    (state) =>
      expect(problem(state)).toMatch(/^SELLER_STATE must have the code and the name of the same state: \d\d is /),
  )

  test('are refused with a GSTIN of another state, or of none', () => {
    const line = "SELLER_STATE must be the state of SELLER_GSTIN, which is '29 Karnataka' (it is '32 Kerala')"
    expect(problem('32 Kerala', '29')).toBe(line)
    // The default is no better.
    expect(refusal({ SELLER_GSTIN: '29AAAAA0000A1Z5' })).toBe(line)
    expect(problem('32 Kerala', '99')).toBe(
      "SELLER_GSTIN must begin with the GST code of a state or union territory (it is '99AAAAA0000A1Z5')",
    )
  })
})
