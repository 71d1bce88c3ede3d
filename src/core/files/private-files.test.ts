import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { DOCUMENT_LIFE, PLAYBACK_LIFE, privateLinks, type SignLink } from './private-files.ts'

let api: TestApi
let sign: SignLink
let source: string

beforeAll(async () => {
  api = await testApi()
  source = mkdtempSync(path.join(tmpdir(), 'padavu-private-'))
})

beforeEach(async () => {
  sign = await api.services.links.signer()
})

afterAll(async () => {
  rmSync(source, { recursive: true, force: true })
  await api.close()
})

/** Stores a text as a private file of that kind. */
async function store(text: string, extension = 'pdf'): Promise<string> {
  const file = path.join(source, 'file')
  writeFileSync(file, text)
  return api.services.files.putPrivate(file, extension)
}

/** Changes one parameter of an address. */
function changed(address: string, name: string, value: string): string {
  const url = new URL(address, 'http://localhost')
  url.searchParams.set(name, value)
  return url.pathname + url.search
}

const get = (address: string, headers: Record<string, string> = {}) => api.request(address, { headers })

describe('a signed address of a private file', () => {
  test('gives the file, to be shown and not to be kept by caches that others use', async () => {
    const reply = await get(sign(await store('%PDF-1.7 notes'), 'Lecture notes'))
    expect(reply.status).toBe(200)
    expect(await reply.text()).toBe('%PDF-1.7 notes')
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '14',
      'content-disposition': `inline; filename="Lecture notes.pdf"; filename*=UTF-8''Lecture%20notes.pdf`,
      'cache-control': 'private, max-age=3600',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    })
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test.each([
    ['webm', 'video/webm', PLAYBACK_LIFE],
    ['mp4', 'video/mp4', PLAYBACK_LIFE],
    ['mp3', 'audio/mpeg', PLAYBACK_LIFE],
    ['ogg', 'audio/ogg', PLAYBACK_LIFE],
    ['vtt', 'text/vtt', PLAYBACK_LIFE],
    ['pdf', 'application/pdf', DOCUMENT_LIFE],
    ['svg', 'image/svg+xml', DOCUMENT_LIFE],
    ['png', 'image/png', DOCUMENT_LIFE],
  ])('of a %s file has its type and works until its time is over', async (extension, type, life) => {
    const address = sign(await store('content', extension), 'File')
    api.clock.advance(life - 1)
    const reply = await get(address)
    expect([reply.status, reply.headers.get('content-type')?.split(';')[0]]).toEqual([200, type])
    api.clock.advance(1)
    const late = await get(address)
    expect([late.status, await late.text()]).toEqual([
      403,
      'This link has expired. Please open the file again from the page where you found it.',
    ])
    expect(late.headers.get('cache-control')).toBe('no-store')
  })

  test('is refused when any part of it was changed', async () => {
    const [name, other] = [await store('one'), await store('another')]
    const address = sign(name, 'Notes')
    const expires = new URL(address, 'http://localhost').searchParams.get('expires')!
    const sig = new URL(address, 'http://localhost').searchParams.get('sig')!
    const tampered = {
      'another file': address.replace(name, other),
      'a later end': changed(address, 'expires', String(Number(expires) + 1)),
      'an end that is not a number': changed(address, 'expires', 'never'),
      'another file name': changed(address, 'filename', 'notes.html'),
      'a line break between the parts': changed(address, 'filename', `${expires}\nNotes.pdf`),
      'another signature': changed(address, 'sig', `${sig.slice(0, -1)}${sig.endsWith('A') ? 'B' : 'A'}`),
      'a shorter signature': changed(address, 'sig', sig.slice(0, -1)),
      'a signature of other characters': changed(address, 'sig', 'é'.repeat(sig.length)),
      'no signature': changed(address, 'sig', ''),
      'nothing but the name': `/files/${name}`,
    }
    for (const [what, path] of Object.entries(tampered)) {
      const reply = await get(path)
      expect([reply.status, await reply.text()], what).toEqual([
        403,
        'This link is not valid. Please open the file again from the page where you found it.',
      ])
    }
    expect((await get(address)).status).toBe(200)
  })

  test('works in every process of the same data, and in no other installation', async () => {
    const name = await store('content')
    const elsewhere = await privateLinks(api.services.db, api.clock.now).signer()
    expect((await get(elsewhere(name, 'Notes'))).status).toBe(200)
    const stranger = await testApi()
    try {
      const foreign = await stranger.services.links.signer()
      expect((await get(foreign(name, 'Notes'))).status).toBe(403)
    } finally {
      await stranger.close()
    }
  })

  test('of a file that is gone is answered with 404', async () => {
    expect((await get(sign(`${'0'.repeat(32)}.pdf`, 'Notes'))).status).toBe(404)
  })

  test.each([
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['a"; filename="b.exe\r\nx: y', 'a filename b.exe x y.pdf'],
    ['...', 'file.pdf'],
    ['x'.repeat(200), `${'x'.repeat(80)}.pdf`],
  ])('names the file safely: %j', async (title, filename) => {
    const reply = await get(sign(await store('content'), title))
    expect(reply.headers.get('content-disposition')).toContain(`filename="${filename}"`)
  })

  test('names the file in its own script', async () => {
    const reply = await get(sign(await store('content'), 'ഭരണഘടന'))
    expect(reply.headers.get('content-disposition')).toBe(
      `inline; filename="______.pdf"; filename*=UTF-8''${encodeURIComponent('ഭരണഘടന.pdf')}`,
    )
  })
})

describe('a part of a private file', () => {
  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-4', '4', 'bytes 4-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ])('%s', async (range, text, contentRange) => {
    const reply = await get(sign(await store('0123456789', 'webm'), 'Lecture'), { range })
    expect(reply.status).toBe(206)
    expect(await reply.text()).toBe(text)
    expect(reply.headers.get('content-range')).toBe(contentRange)
    expect(reply.headers.get('content-length')).toBe(String(text.length))
  })

  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s cannot be given', async (range) => {
    const reply = await get(sign(await store('0123456789', 'webm'), 'Lecture'), { range })
    expect(reply.status).toBe(416)
    expect(reply.headers.get('content-range')).toBe('bytes */10')
  })

  test.each(['bytes=5-2', 'bytes=-', 'bytes=0-1,3-4', 'items=0-1', 'bytes=a-b'])('%s asks for all', async (range) => {
    const reply = await get(sign(await store('0123456789', 'webm'), 'Lecture'), { range })
    expect([reply.status, await reply.text()]).toEqual([200, '0123456789'])
  })

  test('is given only of the content that the caller has begun with', async () => {
    const address = sign(await store('0123456789', 'webm'), 'Lecture')
    const etag = (await get(address)).headers.get('etag')!
    const headers = { range: 'bytes=0-1' }
    expect((await get(address, { ...headers, 'if-range': etag })).status).toBe(206)
    expect((await get(address, { ...headers, 'if-range': '"another"' })).status).toBe(200)
    expect((await get(address, { 'if-none-match': etag })).status).toBe(304)
  })

  test('is right where the file is larger than what is read at once', async () => {
    const text = Array.from({ length: 100_000 }, (_, at) => String(at).padStart(6)).join('')
    const address = sign(await store(text, 'webm'), 'Lecture')
    expect(await (await get(address)).text()).toBe(text)
    const reply = await get(address, { range: 'bytes=262140-524300' })
    expect(await reply.text()).toBe(text.slice(262_140, 524_301))
  })

  test('of a file whose headers alone are asked for is not sent', async () => {
    const address = sign(await store('0123456789', 'webm'), 'Lecture')
    const reply = await api.request(address, { method: 'HEAD' })
    expect([reply.status, reply.headers.get('content-length'), await reply.text()]).toEqual([200, '10', ''])
  })
})

describe('a private file has no other address', () => {
  test.each([
    (name: string) => `/media/${name}`,
    (name: string) => `/media/../private/${name}`,
    (name: string) => `/media/%2e%2e/private/${name}`,
    (name: string) => `/media/..%2fprivate%2f${name}`,
    (name: string) => `/media/..\\private\\${name}`,
    (name: string) => `/media//private/${name}`,
    (name: string) => `/private/${name}`,
    (name: string) => `/files/../private/${name}`,
    (name: string) => `/files/%2e%2e%2fprivate%2f${name}`,
  ])('%s', async (addressOf) => {
    const reply = await get(addressOf(await store('secret')))
    expect([403, 404]).toContain(reply.status)
    expect(await reply.text()).not.toContain('secret')
  })

  test('not even a signed one: only names that the store gives are opened', async () => {
    writeFileSync(path.join(api.database.dataDir, 'padavu.txt'), 'secret')
    for (const name of ['../padavu.txt', '..%2fpadavu.txt', 'padavu.txt', '.', '']) {
      const reply = await get(sign(name, 'x').replace(`/files/${name}`, `/files/${encodeURIComponent(name)}`))
      expect([403, 404], name).toContain(reply.status)
    }
    expect(await api.services.files.openPrivate('../padavu.txt')).toBeUndefined()
  })
})
