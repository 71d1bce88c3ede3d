import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerNewUser } from '#features/auth/auth.contract.ts'
import { submitExam } from '#features/exams/take/take.contract.ts'
import { changeAvatar } from '#features/profile/profile.contract.ts'
import { raiseTicket } from '#features/support/support.contract.ts'
import { servicePaths, type Endpoint } from '../../both/calls/endpoint.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { inPieces } from '../../../../tests/support/hostile/hostile-bodies.ts'
import { FORM_LIMIT, MOST_FIELDS, parseUrlencoded } from './form-body.ts'
import { MOST_LEVELS, MOST_VALUES, parseJson } from './json-body.ts'
import { readMultipart } from './multipart-body.ts'

let api: TestApi
let token: string

beforeAll(async () => {
  api = await testApi()
  ;({ token } = await api.learner())
})

afterAll(() => api.close())

const urlencoded = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=b'

/** Sends a body as it is. @returns what was answered, in short */
async function send(
  endpoint: Endpoint,
  type: string,
  text: string,
): Promise<[number, Record<string, string> | undefined]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const bytes = Buffer.from(text, 'latin1')
  const init = { method: 'POST', headers, body: inPieces(bytes), duplex: 'half' } as RequestInit
  const response = await api.request(servicePaths[endpoint.service] + endpoint.path, init)
  const { errors } = (await response.json()) as { errors?: Record<string, string> }
  return [response.status, errors]
}

const part = (name: string, value: string, more = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const form = (...parts: string[]) => `${parts.join('')}--b--\r\n`

describe('an urlencoded form', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=1`).join('&')

  test('of as many fields as may be is read', async () => {
    const [status, errors] = await send(registerNewUser, urlencoded, `name=A+B&email=x&${fields(MOST_FIELDS - 2)}`)
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ['mobile']])
  })

  test('of more is refused', async () => {
    const refused = [413, { body: 'At most 40 fields' }]
    expect(await send(registerNewUser, urlencoded, fields(MOST_FIELDS + 1))).toEqual(refused)
    expect(await send(registerNewUser, urlencoded, '&'.repeat(MOST_FIELDS))).toEqual(refused)
  })

  test('of more than 64 kB is refused, whatever the call takes', async () => {
    expect(await send(registerNewUser, urlencoded, `a=${'x'.repeat(FORM_LIMIT)}`)).toEqual([
      413,
      { body: 'At most 64 kB' },
    ])
  })

  test('keeps letters of all languages, signs and line ends, and of a field that comes twice the last', () => {
    const fields = { name: 'പടവ് & =+%', text: 'one\r\ntwo', '': 'x', __proto__: 'y' }
    const bytes = Buffer.from(`name=first&${new URLSearchParams(fields)}`)
    expect(parseUrlencoded(bytes)).toEqual({ ...fields })
  })
})

describe('a form of parts', () => {
  test('of as many parts as may be is read', async () => {
    const parts = Array.from({ length: MOST_FIELDS }, (_, at) => part(`f${at}`, '1'))
    expect((await send(raiseTicket, multipart, form(...parts)))[0]).toBe(422)
  })

  test.each(['text', 'file'])('of more is refused: %s', async (kind) => {
    const more = kind === 'file' ? '; filename="a.png"' : ''
    const parts = Array.from({ length: MOST_FIELDS + 1 }, (_, at) => part(`f${at}`, '1', more))
    expect(await send(raiseTicket, multipart, form(...parts))).toEqual([413, { body: 'At most 40 fields' }])
  })

  test('with a text of more than 64 kB is refused by the name of the field, where it has one', async () => {
    const long = 'x'.repeat(FORM_LIMIT + 1)
    expect(await send(raiseTicket, multipart, form(part('msg', long)))).toEqual([413, { msg: 'At most 64 kB' }])
    expect(await send(raiseTicket, multipart, form(part('other', long)))).toEqual([413, { body: 'At most 64 kB' }])
    expect(await send(raiseTicket, multipart, form(part('__proto__', long)))).toEqual([413, { body: 'At most 64 kB' }])
  })

  test.each([
    ['is cut off in a text', part('msg', 'half').slice(0, -4)],
    ['is cut off in a file', part('attachment', 'half', '; filename="a.png"').slice(0, -4)],
    ['is cut off in a header', part('msg', 'half').slice(0, 20)],
    ['is cut off before its end', part('msg', 'whole')],
    ['has none of its boundaries', 'nothing of the kind'],
    ['is empty', ' '],
  ])('that %s is no form', async (_, text) => {
    expect(await send(raiseTicket, multipart, text)).toEqual([400, { body: 'Must be a form' }])
  })

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'b'.repeat(71)}`,
  ])('without a sound boundary is no form: %s', async (type) =>
    expect(await send(raiseTicket, type, form(part('msg', 'x')))).toEqual([400, { body: 'Must be a form' }]),
  )

  test.each([1, 7, 4096])('keeps texts as they were typed and files byte for byte, in pieces of %i', async (step) => {
    const text = 'Line one\r\n--a is no end\r\n  പടവ് 😀'
    const file = Buffer.from(Array.from({ length: 10_000 }, (_, at) => (at * 7) % 256))
    const bytes = Buffer.from(
      form(
        part('msg', Buffer.from(text).toString('latin1')),
        part('attachment', file.toString('latin1'), '; filename="a.png"\r\ncontent-type: image/png'),
        part('none', '', '; filename=""'),
      ),
      'latin1',
    )
    const pieces = async function* () {
      for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
    }
    const { msg, attachment, none } = await readMultipart(pieces(), multipart, () => true)
    expect(msg).toBe(text)
    expect([(attachment as File).name, (attachment as File).type]).toEqual(['a.png', 'image/png'])
    expect(Buffer.from(await (attachment as File).arrayBuffer()).equals(file)).toBe(true)
    expect([(none as File).name, (none as File).size]).toEqual(['', 0])
  })

  test('in which a field comes twice says what it said last', async () => {
    const twice = form(part('avatar', 'text'), part('avatar', 'GIF89a', '; filename="a.gif"'))
    expect(await send(changeAvatar, multipart, twice)).toEqual([422, { avatar: expect.stringMatching(/damaged/) }])
  })
})

describe('JSON', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const refusal = (text: string) => {
    try {
      return parseJson(Buffer.from(text)) && undefined
    } catch (error) {
      return (error as { errors: unknown }).errors
    }
  }

  test.each([
    ['{}', {}],
    ['', {}],
    [' \n', {}],
    ['{"a":["[[[[",{"b":"\\"]"}],"c":"\\\\"}', { a: ['[[[[', { b: '"]' }], c: '\\' }],
    ['\ufeff{"a":1}', { a: 1 }],
    ['"പടവ്"', 'പടവ്'],
  ])('%s is read', (text, value) => expect(parseJson(Buffer.from(text))).toEqual(value))

  test('of as many levels and values as may be is read', () => {
    expect(refusal(nested(MOST_LEVELS))).toBeUndefined()
    expect(refusal(`[${'1,'.repeat(MOST_VALUES - 1)}1]`)).toBeUndefined()
    // Brackets and commas of a text are none.
    expect(refusal(JSON.stringify('[,{'.repeat(100_000)))).toBeUndefined()
  })

  test('of more is refused, closed or not', () => {
    expect(refusal(nested(MOST_LEVELS + 1))).toEqual({ body: 'At most 20 levels' })
    expect(refusal('{"a":'.repeat(MOST_LEVELS + 1))).toEqual({ body: 'At most 20 levels' })
    expect(refusal(`[${'1,'.repeat(MOST_VALUES)}1]`)).toEqual({ body: 'At most 10000 values' })
    expect(refusal(`{${'"a":1,'.repeat(MOST_VALUES + 1)}`)).toEqual({ body: 'At most 10000 values' })
  })

  test.each(['{"a"', '{"a":1,}', '"', '"\\', '\u0000', ']', 'NaN'])('%j is none', (text) =>
    expect(refusal(text)).toEqual({ body: 'Must be JSON' }),
  )

  test('of bytes that are no UTF-8 is none', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow('The body is not JSON')
  })

  test('with thousands of mistakes is answered with twenty', async () => {
    const body = JSON.stringify({ exam_id: 1, status: 'completed', times: Array.from({ length: 900 }, () => ({})) })
    const [status, errors] = await send(submitExam, 'application/json', body)
    expect([status, Object.keys(errors ?? {}).length]).toEqual([422, 20])
  })
})

describe('a body that breaks off', () => {
  /** A stream that ends as Node's does when a client closes the connection, and is no fault of the data. */
  const brokenOff = () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('{"mobile"')),
      pull: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
    })

  test.each([
    ['JSON of a known length', submitExam, { 'content-type': 'application/json', 'content-length': '500' }, 400],
    ['JSON in chunks', submitExam, { 'content-type': 'application/json' }, 400],
    ['a body without a type', submitExam, { 'content-length': '500' }, 400],
    ['a form', registerNewUser, { 'content-type': urlencoded, 'content-length': '500' }, 400],
    ['a form of parts', changeAvatar, { 'content-type': multipart, 'content-length': '500' }, 400],
    ['a form of parts in chunks', changeAvatar, { 'content-type': multipart }, 400],
  ] as const)('%s is answered as a mistake of the client', async (_, endpoint, headers, status) => {
    const response = await api.request(servicePaths[endpoint.service] + endpoint.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: brokenOff(),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(status)
  })

  test.each([{ 'content-length': '500' }, {}])('a webhook is, too: %j', async (headers) => {
    const init = { method: 'POST', headers, body: brokenOff(), duplex: 'half' } as RequestInit
    expect((await api.request('/webhooks/payment', init)).status).toBe(400)
  })
})
