import sharp, { type Sharp } from 'sharp'

/** Files for tests of uploads: good ones, and ones that only pretend. */

const colour = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

/** Draws a picture once and gives each who asks a copy: drawing takes longer than what is tested with it. */
function drawnOnce(draw: () => Promise<Buffer>): () => Promise<Buffer> {
  let drawn: Promise<Buffer> | undefined
  return async () => Buffer.from(await (drawn ??= draw()))
}

/** A photograph as a phone makes it: 1200 by 900, red left and blue right, lying on its side, with place and device. */
export const photo = drawnOnce(async () => {
  const right = await colour(600, 900, '#0000ff').png().toBuffer()
  return colour(1200, 900, '#ff0000')
    .composite([{ input: right, left: 600, top: 0 }])
    .withMetadata({
      orientation: 6,
      exif: { IFD0: { Make: 'Camera of a phone' }, IFD3: { GPSLatitude: '8/1 30/1 0/1', GPSLatitudeRef: 'N' } },
    })
    .jpeg()
    .toBuffer()
})

/** A small picture of each kind that may be uploaded. */
export async function pictureOf(kind: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'): Promise<Buffer> {
  const picture: Sharp = colour(640, 480, '#228844')
  return picture[kind]().toBuffer()
}

/** 300 by 300. */
export const smallPicture = drawnOnce(() => colour(300, 300, '#ffffff').png().toBuffer())

/** 40 megapixels in about a hundred kilobytes. */
export const bomb = drawnOnce(() => colour(8000, 5000, '#000000').png({ compressionLevel: 9 }).toBuffer())

/** 9.1 megapixels in some hundred bytes. */
export const largeAvif = drawnOnce(() => colour(3500, 2600, '#224488').avif({ effort: 0 }).toBuffer())

/** A Windows program that is called a photograph. */
export const executable = Buffer.concat([Buffer.from('MZ\x90\x00', 'latin1'), Buffer.alloc(4000, 0x41)])

export const svgWithScript = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><script>alert(1)</script><rect width="100" height="100"/></svg>',
)

export const page = Buffer.from('<!doctype html><script>alert(1)</script>')

/** As a form has it: the name and the kind are the sender's claim. */
export function fileOf(bytes: Uint8Array, name = 'photo.jpg', type = 'image/jpeg'): File {
  return new File([new Uint8Array(bytes)], name, { type })
}
