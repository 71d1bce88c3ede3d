import { readdirSync } from 'node:fs'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servicePaths } from '#lib/both/calls/endpoint.ts'
import { imageMessages, redrawImage } from '#providers/images/uploaded-image.ts'
import { testApi, type TestApi, type TestLearner } from '../../../../tests/support/api/api.ts'
import { fileOf, page, pictureOf } from '../../../../tests/support/packs/images.ts'
import { changeAvatar } from '../profile.contract.ts'

/** What a form can lie about besides the picture itself (src/providers/images/uploaded-image.test.ts). */

let api: TestApi
let me: TestLearner

beforeAll(async () => {
  api = await testApi()
  me = await api.learner()
})

afterAll(() => api.close())

const upload = (body: BodyInit, headers: Record<string, string> = {}) =>
  api.request(servicePaths.v1 + changeAvatar.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${me.token}`, ...headers },
    body,
  })

const formWith = (...files: File[]) => {
  const form = new FormData()
  for (const file of files) form.append('avatar', file)
  return form
}

/** Every file below the data folder, the database's own aside. */
const stored = () =>
  readdirSync(api.database.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('padavu.db'))
    .map((entry) => path.join(path.relative(api.database.dataDir, entry.parentPath), entry.name))

const ownFile = /^media\/[\w-]+\.webp$/

describe('an uploaded picture is stored under a name of ours, in its folder, and replaces the one before', () => {
  test.each([
    '../../../../tmp/padavu-escaped.png',
    '..\\..\\padavu-escaped.png',
    '/etc/cron.d/padavu',
    'photo.jpg.php',
    'photo.php%00.png',
    'a"; filename="b.html',
    `${'x'.repeat(5000)}.png`,
    '\u202egnp.exe',
  ])('whatever the file was called: %j', async (name) => {
    const reply = await upload(formWith(fileOf(await pictureOf('png'), name, 'image/png')))
    const { user } = (await reply.json()) as { user: { avatar: string } }
    expect([reply.status, user.avatar]).toEqual([200, expect.stringMatching(/^\/media\/[\w-]+\.webp$/)])
    expect(stored()).toEqual([expect.stringMatching(ownFile)])
  })

  test.each(['text/html', 'image/svg+xml', 'application/x-php', '', 'a/b; charset=<script>'])(
    'whatever kind the form says it is: %j',
    async (type) => {
      const reply = await upload(formWith(fileOf(await pictureOf('png'), 'photo.html', type)))
      const { user } = (await reply.json()) as { user: { avatar: string } }
      const served = await api.request(user.avatar)
      expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(served.headers.get('x-content-type-options')).toBe('nosniff')
      expect(served.headers.get('content-security-policy')).toContain('sandbox')
    },
  )

  test('of several under one name one is kept', async () => {
    const picture = await pictureOf('png')
    expect((await upload(formWith(fileOf(picture), fileOf(picture), fileOf(picture)))).status).toBe(200)
    expect(stored()).toEqual([expect.stringMatching(ownFile)])
  })
})

/** A PNG whose header says these dimensions, with as much of a picture as `data` inflates to. */
function png(width: number, height: number, data: Buffer, more: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

describe('a form is refused, and nothing of it stays', () => {
  beforeAll(async () => {
    // Twenty uploads an hour are a learner's limit.
    me = await api.learner()
  })

  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['a picture of 4.6 million million pixels', () => png(2 ** 31 - 1, 2 ** 31 - 1, deflateSync(Buffer.alloc(10))), ''],
    ['a picture one pixel high and very wide', () => png(30_000_000, 1, deflateSync(Buffer.alloc(90))), ''],
    ['a picture without pixels', () => png(0, 0, deflateSync(Buffer.alloc(0))), imageMessages.damaged],
    [
      'a page behind a whole picture, which is served as what it says it is by nobody',
      async () => Buffer.concat([page, await pictureOf('png')]),
      imageMessages.kind,
    ],
    [
      'a TIFF, which the library could read',
      () =>
        sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
          .tiff()
          .toBuffer(),
      imageMessages.kind,
    ],
  ])('%s', async (_, make, message) => {
    const before = stored()
    const reply = await upload(formWith(fileOf(await make())))
    const { errors } = (await reply.json()) as { errors: { avatar: string } }
    expect(reply.status).toBe(422)
    if (message) expect(errors.avatar).toBe(message)
    else expect([imageMessages.pixels, imageMessages.damaged]).toContain(errors.avatar)
    expect(stored()).toEqual(before)
  })

  test('a form of many thousand fields beside the file', async () => {
    const form = formWith()
    for (let field = 0; field < 5000; field += 1) form.append(`avatar${field}`, 'x')
    const reply = await upload(form)
    expect(reply.status).toBe(413)
  })

  test('a form whose end is missing, or whose parts are not where it says', async () => {
    const whole = '--x\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\nabc\r\n--x--\r\n'
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    for (const [body, headers] of [
      [whole.slice(0, -9), type],
      [whole, { 'content-type': 'multipart/form-data' }],
      [whole, { 'content-type': 'multipart/form-data; boundary=y' }],
      ['', type],
    ] as [string, Record<string, string>][]) {
      expect((await upload(body, headers)).status).toBe(400)
    }
  })
})

test('forty megabytes of text that are packed into a picture’s notes are not kept', async () => {
  const notes = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(40_000_000))])
  const pixels = deflateSync(Buffer.alloc((8 * 3 + 1) * 8))
  const drawn = await redrawImage(fileOf(png(8, 8, pixels, [chunk('zTXt', notes)])), 'avatar', {
    width: 512,
    height: 512,
    fit: 'cover',
  })
  expect(drawn.length).toBeLessThan(500)
})
