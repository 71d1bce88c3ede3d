import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { startS3, type S3Server } from '../../../tests/support/outside/s3-server.ts'
import { s3Store } from './s3-store.ts'

let s3: S3Server
let api: TestApi

beforeEach(async () => {
  s3 = await startS3()
  api = await testApi(s3.settings)
})

afterEach(async () => {
  await api.close()
  await s3.close()
})

it('public files lie in the bucket and are served under our own address, for ever', async () => {
  const { files } = api.services
  const address = await files.put(Buffer.from('a picture'), 'webp')
  expect(address).toMatch(/^\/media\/[0-9a-f]{32}\.webp$/)
  expect(s3.objects.get(`padavu-files${address}`)).toMatchObject({
    bytes: Buffer.from('a picture'),
    type: 'image/webp',
  })
  const reply = await api.request(address)
  expect([reply.status, await reply.text()]).toEqual([200, 'a picture'])
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  })
  const known = await api.request(address, { headers: { 'if-none-match': reply.headers.get('etag') ?? '' } })
  expect(known.status).toBe(304)
})

it('what is not there, or no name of a file, is not found, and nothing else of the bucket opens', async () => {
  s3.objects.set('padavu-files/backup.sql', { bytes: Buffer.from('secret'), type: undefined })
  for (const address of [`/media/${'0'.repeat(32)}.webp`, '/media/..%2fbackup.sql', '/media/backup.sql', '/media/']) {
    const reply = await api.request(address)
    expect([address, reply.status]).toEqual([address, 404])
    expect(reply.headers.get('cache-control') ?? '').not.toContain('immutable')
  }
})

it('private files are sent through signed links, also in parts, and never under /media', async () => {
  const { files, links } = api.services
  const bytes = randomBytes(300_000)
  const source = path.join(api.database.dataDir, 'lecture.mp4')
  writeFileSync(source, bytes)
  const name = await files.putPrivate(source, 'mp4')
  expect(s3.objects.get(`padavu-files/private/${name}`)?.bytes.equals(bytes)).toBe(true)
  const address = (await links.signer())(name, 'Lecture')
  const whole = await api.request(address)
  expect([whole.status, Buffer.from(await whole.arrayBuffer()).equals(bytes)]).toEqual([200, true])
  const part = await api.request(address, { headers: { range: 'bytes=1000-1999' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/300000'])
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true)
  expect((await api.request(`/files/${name}`)).status).toBe(403)
  expect((await api.request(`/media/${name}`)).status).toBe(404)
})

it('storing the same again sends nothing; a salt makes it another file, and removing takes one alone', async () => {
  const { files } = api.services
  const bytes = Buffer.from('the same')
  const first = await files.put(bytes, 'webp')
  expect(await files.put(bytes, 'webp')).toBe(first)
  expect(s3.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1)
  const own = await files.put(bytes, 'webp', 'somebody')
  expect(own).not.toBe(first)
  await files.remove(own)
  await files.remove(own)
  const name = await files.putPrivate(bytes, 'webp')
  await files.removePrivate(name)
  expect([...s3.objects.keys()]).toEqual([`padavu-files${first}`])
})

it('a file that has another length than was stored, or none, is not there, nor kept by any cache', async () => {
  const { files } = api.services
  const name = await files.putPrivate(Buffer.from('a lecture'), 'pdf')
  const addresses = [await files.put(Buffer.from('a picture'), 'webp'), (await api.services.links.signer())(name, 'x')]
  for (const bytes of [Buffer.alloc(0), Buffer.from('a pict')]) {
    for (const object of s3.objects.values()) object.bytes = bytes
    for (const address of addresses) {
      const reply = await api.request(address)
      expect([reply.status, reply.headers.get('cache-control')], address).toEqual([404, 'no-store'])
    }
    expect(await files.check('private', name)).toBe('damaged')
  }
  expect(await files.check('private', `${'0'.repeat(32)}.pdf`)).toBe('missing')
})

it.each([
  ['of other length', 'a pict', true],
  ['of an earlier version, of other content', 'a pictura', false],
])('storing a file again replaces one %s', async (_, content, isNoted) => {
  const { files } = api.services
  const address = await files.put(Buffer.from('a picture'), 'png')
  const object = s3.objects.get(`padavu-files${address}`)!
  object.bytes = Buffer.from(content)
  if (!isNoted) delete object.noted
  expect(await files.put(Buffer.from('a picture'), 'png')).toBe(address)
  expect(await (await api.request(address)).text()).toBe('a picture')
})

it('a file of an earlier version that is as its name says is not sent again', async () => {
  const { files } = api.services
  const address = await files.put(Buffer.from('a picture'), 'png')
  delete s3.objects.get(`padavu-files${address}`)!.noted
  await files.put(Buffer.from('a picture'), 'png')
  expect(s3.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1)
})

it('a service that fails for a moment is asked again', async () => {
  const address = await api.services.files.put(Buffer.from('a picture'), 'webp')
  s3.failNext(2)
  expect((await api.request(address)).status).toBe(200)
})

it('a wrong key is an error, not a missing file', async () => {
  const wrong = s3Store({
    endpoint: s3.settings.FILES_S3_ENDPOINT!,
    bucket: 'padavu-files',
    region: 'ap-south-1',
    accessKeyId: s3.settings.FILES_S3_ACCESS_KEY!,
    secretAccessKey: 'another',
  })
  await expect(wrong.put(Buffer.from('x'), 'webp')).rejects.toThrow('The file storage answered 403 to HEAD media/')
})
