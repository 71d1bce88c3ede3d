import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LARGEST_IMAGE } from '#lib/both/calls/endpoint.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import {
  bomb,
  executable,
  fileOf,
  largeAvif,
  page,
  photo,
  pictureOf,
  svgWithScript,
} from '../../../tests/support/packs/images.ts'
import { turns } from './turns.ts'
import { imageMessages, redrawImage, storePrivateImage, storePublicImage, type ImageShape } from './uploaded-image.ts'

const square: ImageShape = { width: 512, height: 512, fit: 'cover' }
const inside: ImageShape = { width: 1000, height: 1000, fit: 'inside' }

const redrawn = async (bytes: Uint8Array, shape: ImageShape) => {
  const made = await redrawImage(fileOf(bytes), 'avatar', shape)
  return { made, facts: await sharp(made).metadata() }
}

const refusal = (message: string) => ({ status: 422, message, errors: { avatar: message } })

describe('an uploaded picture', () => {
  it('is drawn anew as WebP: upright, in its shape, without what the camera noted', async () => {
    const original = await photo()
    expect((await sharp(original).metadata()).exif).toBeDefined()
    const { made, facts } = await redrawn(original, inside)
    expect(facts).toMatchObject({ format: 'webp', width: 750, height: 1000 })
    expect([facts.exif, facts.orientation, facts.xmp, facts.icc]).toEqual([undefined, undefined, undefined, undefined])
    expect(Buffer.from(made).includes('Camera of a phone')).toBe(false)
    // The red left half of the lying picture is the upper half of the upright one.
    const { data } = await sharp(made).extract({ left: 300, top: 100, width: 1, height: 1 }).raw().toBuffer({
      resolveWithObject: true,
    })
    expect(data[0]).toBeGreaterThan(200)
    expect(data[2]).toBeLessThan(60)
  })

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('may be a %s', async (kind) => {
    const { facts } = await redrawn(await pictureOf(kind), square)
    expect(facts).toMatchObject({ format: 'webp', width: 480, height: 480 })
  })

  it.each(['mif1', 'msf1'])('may be an AVIF that says first that it is a %s', async (brand) => {
    const bytes = Buffer.from(await pictureOf('avif'))
    bytes.write(brand, 8, 'latin1')
    expect((await redrawn(bytes, square)).facts).toMatchObject({ format: 'webp', width: 480, height: 480 })
  })

  it('may be as large as cameras make them, and fills its shape', async () => {
    const large = await sharp({ create: { width: 5712, height: 4284, channels: 3, background: '#345' } })
      .jpeg()
      .toBuffer()
    expect((await redrawn(large, square)).facts).toMatchObject({ width: 512, height: 512 })
  })

  it('of one pixel stays one', async () => {
    const dot = await sharp({ create: { width: 1, height: 1, channels: 4, background: '#3450' } })
      .png()
      .toBuffer()
    expect((await redrawn(dot, square)).facts).toMatchObject({ width: 1, height: 1 })
    expect((await redrawn(dot, inside)).facts).toMatchObject({ width: 1, height: 1 })
  })

  it.each([
    ['a program under a picture’s name', async () => executable, imageMessages.kind],
    ['a drawing with a script', async () => svgWithScript, imageMessages.kind],
    ['a web page', async () => page, imageMessages.kind],
    [
      'a photo as iPhones take them, with what to do instead',
      async () => Buffer.from('\0\0\0\x24ftypheic\0\0\0\0mif1heic', 'latin1'),
      imageMessages.heic,
    ],
    [
      'the same that says first that it is of the family',
      async () => Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'latin1'),
      imageMessages.heic,
    ],
    [
      'another of the family',
      async () => Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1jpegheic', 'latin1'),
      imageMessages.kind,
    ],
    ['a beginning of a JPEG and nothing else', async () => Buffer.from([0xff, 0xd8, 0xff]), imageMessages.damaged],
    [
      'a page behind a GIF’s first bytes',
      async () => Buffer.concat([Buffer.from('GIF89a'), page]),
      imageMessages.damaged,
    ],
    ['half a photograph', async () => (await photo()).subarray(0, 4000), imageMessages.damaged],
    ['half a PNG', async () => (await pictureOf('png')).subarray(0, 800), imageMessages.damaged],
    ['more pixels than may be', bomb, imageMessages.pixels],
    ['an AVIF that a decoder would hold in half a gigabyte', largeAvif, imageMessages.avifPixels],
    ['more bytes than may be', async () => Buffer.alloc(LARGEST_IMAGE + 1), imageMessages.large],
  ])('is refused when it is %s', async (_, make, message) => {
    await expect(redrawImage(fileOf(await make()), 'avatar', square)).rejects.toMatchObject(refusal(message))
  })

  it('with too many pixels is refused before they are decoded: that they are missing is not noticed', async () => {
    const bytes = (await bomb()).subarray(0, 5000)
    await expect(redrawImage(fileOf(bytes), 'avatar', square)).rejects.toMatchObject(refusal(imageMessages.pixels))
  })
})

describe('stored pictures', () => {
  let api: TestApi
  beforeEach(async () => {
    api = await testApi()
  })
  afterEach(() => api.close())

  it('for everybody are served, and gone when removed; the same picture of somebody else stays', async () => {
    const { files } = api.services
    const bytes = await pictureOf('png')
    const [mine, theirs] = [
      await storePublicImage(files, fileOf(bytes), 'avatar', square),
      await storePublicImage(files, fileOf(bytes), 'avatar', square),
    ]
    const reply = await api.request(mine)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp'])
    await files.remove(mine)
    await files.remove(mine)
    await files.remove('/media/../private/secret.webp')
    expect((await api.request(mine)).status).toBe(404)
    expect((await api.request(theirs)).status).toBe(200)
  })

  it('for one learner open through a signed link alone', async () => {
    const { files, links } = api.services
    const name = await storePrivateImage(files, fileOf(await pictureOf('png')), 'attachment', inside)
    const address = (await links.signer())(name, 'Attachment')
    const reply = await api.request(address)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await api.request(`/files/${name}`)).status).toBe(403)
    expect((await api.request(`/media/${name}`)).status).toBe(404)
    await files.removePrivate(name)
    expect((await api.request(address)).status).toBe(404)
  })
})

describe('turns', () => {
  it('lets so many go at once, so many wait, and turns the rest away', async () => {
    const decoding = turns(2, 1)
    let going = 0
    let most = 0
    const finish: (() => void)[] = []
    const work = async () => {
      most = Math.max(most, (going += 1))
      await new Promise<void>((resolve) => finish.push(resolve))
      going -= 1
      return 'done'
    }
    const first = decoding.take(work)
    const second = decoding.take(() => work().then(() => Promise.reject(new Error('broken'))))
    const third = decoding.take(work)
    expect(await decoding.take(work)).toBeUndefined()
    finish[1]!()
    await expect(second).rejects.toThrow('broken')
    await expect.poll(() => finish.length).toBe(3)
    finish[0]!()
    finish[2]!()
    expect(await Promise.all([first, third])).toEqual(['done', 'done'])
    expect(most).toBe(2)
    await expect(Promise.race([decoding.take(async () => 'free')])).resolves.toBe('free')
  })
})
