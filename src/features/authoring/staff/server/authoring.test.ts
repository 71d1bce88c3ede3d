import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { requestFor } from '../../../../../tests/support/api/calls.ts'
import { nameOf } from '#providers/files/names.ts'
import {
  executable,
  fileOf,
  page,
  photo,
  pictureOf,
  smallPicture,
  svgWithScript,
} from '../../../../../tests/support/packs/images.ts'
import { LARGE_FILE, LARGEST_FILE, type FileUse } from '../../authoring.rules.ts'
import { lookAtFile, previewText, storeFile, storePicture } from '../authoring.contract.ts'

let api: TestApi
let staff: TestStaff

beforeAll(async () => {
  api = await testApi()
  staff = await api.staff('author')
})
afterAll(() => api.close())

const store = (picture: File, shape: 'wide' | 'tall' | 'text') =>
  api.call(storePicture, { body: { picture, shape } }, { staff })
const preview = (text: string, more: { short?: boolean; media?: { path: string; address: string }[] } = {}) =>
  api.call(previewText, { body: { text, ...more } }, { staff })

describe('a picture for content', () => {
  test('is cut to its shape, upright, and the same picture has the same address', async () => {
    const bytes = await photo()
    const sizes = []
    for (const shape of ['wide', 'tall', 'text'] as const) {
      const { body } = await store(fileOf(bytes), shape)
      sizes.push([body.width, body.height])
      const served = await api.request(body.address)
      expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect((await store(fileOf(bytes, 'another-name.jpg'), shape)).body.address).toBe(body.address)
    }
    expect(sizes).toEqual([
      [900, 506],
      [900, 1200],
      [900, 1200],
    ])
  })

  test('is refused with words at its field where it is none, or too small to be cut', async () => {
    const small = fileOf(await smallPicture())
    const answers = [await store(fileOf(executable), 'wide'), await store(small, 'wide')]
    expect(answers.map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual([
      [422, ['picture']],
      [422, ['picture']],
    ])
    expect((await store(small, 'text')).status).toBe(200)
  })
})

describe('the preview of a text', () => {
  test('is the HTML that is stored, with pictures by their addresses', async () => {
    const { body } = await store(fileOf(await pictureOf('png')), 'text')
    const name = body.address.replace('/media/', 'media/')
    const { body: shown } = await preview(`**Out**\nnow <b>x</b>\n\n![A desk](${name})`, { short: true })
    expect(shown.html).toContain('<strong>Out</strong><br />\nnow &lt;b&gt;x&lt;/b&gt;')
    expect(shown.html).toMatch(new RegExp(`<img src="${body.address}" alt="A desk" width="640" height="480"`))
    const media = [{ path: 'media/news/desk.svg', address: body.address }]
    expect((await preview('![A desk](media/news/desk.svg)', { media })).body.html).toContain(`src="${body.address}"`)
  })

  test('says what is wrong with it, and in which line', async () => {
    for (const [text, words] of [
      ['One\n\n# Two', 'Line 3: headings are written with ##, ### or ####, not #'],
      ['[a](javascript:alert(1))', /^Line 1: link 'javascript:alert\(1\)' must begin with/],
      ['![A](media/../../etc/passwd)', 'Line 1: media/../../etc/passwd is missing'],
      [`![A](media/${'0'.repeat(32)}.webp)`, /is missing$/],
      ['$\\href{javascript:alert(1)}{x}$', /cannot be set/],
      ['One\n$20% + 30%$', /^Line 2: the formula 20% \+ 30% loses what stands after %/],
      ['One\n\nTwo \\(x^2\\)', /^Line 3: \\\(…\\\) is no formula here/],
    ] as const) {
      const { status, body } = await preview(text)
      expect([status, body.errors?.text]).toEqual([422, expect.stringMatching(words) as string])
    }
    const media = [{ path: 'media/x.svg', address: '/api/v1/staff/home' }]
    expect((await preview('![A](media/x.svg)', { media })).status).toBe(422)
  })

  test('warns of likely mistakes with their lines', async () => {
    const { status, body } = await preview('One\n\nTwo<br>three\n2*3*4')
    expect([status, body.warnings]).toEqual([
      200,
      [expect.stringMatching(/^Line 3: HTML such as <br>/), expect.stringMatching(/^Line 4: the \* in '2\*3\*'/)],
    ])
    expect((await preview('**Fine**')).body.warnings).toEqual([])
  })

  test('that was abandoned is not rendered, and a member of the staff has three waiting at most', async () => {
    const other = await api.staff('author')
    const left = new AbortController()
    const long = { text: '$\\frac{a^2}{b_1}$ and\n'.repeat(2000) }
    const [path, init] = requestFor(previewText, { body: long }, { staff })
    const abandoned = Array.from({ length: 6 }, () => api.request(path, { ...init, signal: left.signal }))
    // Renders one and queues three, in the order in which they arrive; two are refused at once.
    const refused: Response[] = []
    await new Promise<void>((resolve) => {
      for (const answer of abandoned)
        void Promise.resolve(answer).then((response) => {
          if (refused.push(response) === 2) resolve()
        })
    })
    for (const response of refused.slice(0, 2)) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      const { message } = (await response.json()) as { message: string }
      expect(message).toBe('3 of your texts are waiting to be rendered. Please try again in a few seconds.')
    }
    const ended: string[] = []
    const theirs = api
      .call(previewText, { body: { text: 'Theirs' } }, { staff: other })
      .then(({ body }) => void ended.push(body.html))
    left.abort()
    const answers = Promise.all(abandoned)
    await Promise.all([theirs, answers.then(() => ended.push('abandoned'))])
    expect(ended).toEqual(['abandoned', '<p>Theirs</p>'])
    expect((await answers).map(({ status }) => status).sort()).toEqual([408, 408, 408, 408, 503, 503])
  })

  test('of a long text does not keep others waiting', async () => {
    const long = preview('$\\frac{a^2}{b_1}$ and\n'.repeat(300))
    const order: string[] = []
    const other = preview('Short').then(() => order.push('short'))
    await Promise.all([
      long.then(() => order.push('long')),
      ...Array.from({ length: 5 }, async () => {
        expect((await api.request('/healthz')).status).toBe(200)
        order.push('health')
      }),
      other,
    ])
    expect(order.slice(0, 5)).toEqual(Array(5).fill('health'))
    expect((await long).body.html.match(/<annotation/g)).toHaveLength(300)
  })
})

describe('a file for learners alone', () => {
  const storeFor = (use: FileUse, file: File) => api.call(storeFile, { body: { file, use } }, { staff })
  const mp3 = Buffer.from('ID3 a lesson')

  test('is what its first bytes say, whatever it is called, and has the name that an import gives the same', async () => {
    for (const [use, bytes, name] of [
      ['audio', mp3, `${await nameOf(mp3, 'mp3')}`],
      ['audio', Buffer.from('\xff\xfb\x90\x64 a frame', 'latin1'), expect.stringMatching(/\.mp3$/)],
      ['audio', Buffer.from('OggS a lesson'), expect.stringMatching(/\.ogg$/)],
      ['document', Buffer.from('%PDF-1.7 notes'), await nameOf(Buffer.from('%PDF-1.7 notes'), 'pdf')],
      ['picture', await photo(), expect.stringMatching(/^[0-9a-f]{32}\.webp$/)],
    ] as const) {
      const { body } = await storeFor(use, fileOf(bytes, 'my notes.exe', 'text/html'))
      const { file, size, address } = body
      expect([file, body.name]).toEqual([name, 'my notes.exe'])
      const served = await api.request(address)
      expect([served.status, (await served.arrayBuffer()).byteLength]).toEqual([200, size])
      expect(served.headers.get('content-security-policy')).toContain('sandbox')
      const { body: looked } = await api.call(lookAtFile, { query: { file } }, { staff })
      expect([looked.size, (await api.request(looked.address)).status]).toEqual([size, 200])
    }
    const { body: picture } = await storeFor('picture', fileOf(await photo()))
    const shown = new Uint8Array(await (await api.request(picture.address)).arrayBuffer())
    expect(Buffer.from(shown).includes('Camera of a phone')).toBe(false)
    expect(picture.file).toBe(await nameOf(shown, 'webp'))
  })

  test('is refused at its field where it is something else', async () => {
    const utf16 = Buffer.from('\xff\xfeA\0', 'latin1')
    for (const [use, bytes] of [
      ['audio', executable],
      ['audio', Buffer.from('%PDF-1.7')],
      ['audio', utf16],
      ['document', page],
      ['document', mp3],
      ['picture', svgWithScript],
      ['picture', Buffer.from('%PDF-1.7')],
      ['document', Buffer.alloc(0)],
    ] as const) {
      const { status, body } = await storeFor(use, fileOf(bytes, 'right.pdf', 'application/pdf'))
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['file']])
    }
    const large = Buffer.alloc(LARGEST_FILE + 1)
    large.write('%PDF-')
    expect((await storeFor('document', fileOf(large))).body.errors).toEqual({ file: LARGE_FILE })
    expect((await storeFor('document', fileOf(large.subarray(0, LARGEST_FILE)))).status).toBe(200)
    const larger = await storeFor('document', fileOf(Buffer.concat([large, Buffer.alloc(1024 * 1024)])))
    expect([larger.status, larger.body.errors]).toEqual([413, { body: 'At most 33 MB' }])
  })

  test('is not looked at where it is no file of content', async () => {
    const { files } = api.services
    const learners = await files.putPrivate(await pictureOf('webp'), 'webp', 'a salt')
    const lecture = await files.putPrivate(Buffer.from('\0\0\0\x18ftypmp42'), 'mp4')
    const answers = []
    for (const file of [learners, lecture, `${'0'.repeat(32)}.pdf`, '../../etc/passwd'])
      answers.push((await api.call(lookAtFile, { query: { file } }, { staff })).status)
    expect(answers).toEqual([422, 404, 404, 422])
  })
})
