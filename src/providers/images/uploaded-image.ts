import { randomUUID } from 'node:crypto'
import { LARGEST_IMAGE } from '#lib/both/calls/endpoint.ts'
import { LARGE_IMAGE } from '#lib/both/files.ts'
import { invalid, tooMany } from '#lib/both/calls/errors.ts'
import type { FileStore } from '#providers/files/file-store.ts'
import { loadSharp } from './sharp.ts'
import { turns } from './turns.ts'

/** How a stored picture is cut: `cover` fills the box exactly, `inside` fits into it. None is ever enlarged. */
export interface ImageShape {
  width: number
  height: number
  fit: 'cover' | 'inside'
}

/** Pixels a picture may have: what today's cameras take by default, and what two decodes at once may cost in memory. */
const MOST_PIXELS = 25_000_000

/**
 * The same of AVIF, whose decoder holds the whole picture several times: 25 megapixels, in less than a kilobyte, would take
 * 450 MB. Cameras do not write it; screens and the web are smaller.
 */
const MOST_AVIF_PIXELS = 9_000_000

/** Pictures decoded at once, whatever the number of uploads, so that small machines survive them. */
const AT_ONCE = 2
/** Uploads that may wait for their turn; each holds its file in memory. */
const WAITING = 16
/** A decode that takes longer is given up. */
const SECONDS = 20

const QUALITY = 82

export const imageMessages = {
  kind: 'This file is not a JPEG, PNG, WebP, AVIF or GIF picture. Please choose one of these.',
  heic: 'This is a HEIC picture, which cannot be used here. Choose a screenshot of it, or set your iPhone to take JPEG: Settings, Camera, Formats, Most Compatible.',
  large: LARGE_IMAGE,
  pixels: `This picture has more than ${MOST_PIXELS / 1_000_000} megapixels. Please choose a smaller one.`,
  avifPixels: `This AVIF picture has more than ${MOST_AVIF_PIXELS / 1_000_000} megapixels. Please choose a smaller one, or a JPEG.`,
  damaged: 'This picture is damaged and cannot be opened. Please choose another.',
  busy: 'Many pictures are being uploaded. Please try again in a moment.',
} as const

/** How each kind begins, and the name that the decoder must give it too. */
const kinds: { format: string; begins: (head: Buffer) => boolean }[] = [
  { format: 'jpeg', begins: (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  { format: 'png', begins: (head) => head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) },
  { format: 'gif', begins: (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)) },
  { format: 'webp', begins: (head) => /^RIFF[^]{4}WEBP/.test(head.toString('latin1', 0, 12)) },
  { format: 'heif', begins: (head) => isOfBrand(head, /^avi[fs]$/) },
]

/** What iPhones take unless told otherwise, whose decoder is not free to use. */
const isHeic = (head: Buffer) => isOfBrand(head, /^(hei[cxms]|hev[cxms])$/)

/** Bytes in which a file of the HEIF family names its brands: more than any writer knows. */
const BRANDS = 256

/**
 * Whether a file of the HEIF family is of a kind. Its first brand may be one of all kinds (`mif1`, `msf1`): then the others,
 * with which it is compatible, tell.
 */
function isOfBrand(head: Buffer, kind: RegExp): boolean {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false
  const names = head.toString('latin1', 8, Math.min(head.readUInt32BE(0), BRANDS)).match(/[^]{4}/g) ?? []
  // Between the first and the others stands a version.
  const [first = '', , ...others] = names
  return kind.test(first) || (/^m[is]f1$/.test(first) && others.some((name) => kind.test(name)))
}

const decoding = turns(AT_ONCE, WAITING)

/**
 * Makes a harmless picture of what somebody uploaded: it is what it says by its content, of a bounded size, and drawn
 * anew as WebP, upright and without the camera's notes (place, device, time). Of moving pictures the first frame stays.
 * @param field the form's field, named by the error
 * @throws ApiError 422 naming `field`; 429 when too many wait
 */
export async function redrawImage(file: File, field: string, shape: ImageShape): Promise<Uint8Array> {
  const refuse = (message: string) => invalid({ [field]: message })
  if (file.size > LARGEST_IMAGE) throw refuse(imageMessages.large)
  const bytes = Buffer.from(await file.arrayBuffer())
  const kind = kinds.find(({ begins }) => begins(bytes))
  if (!kind) throw refuse(isHeic(bytes) ? imageMessages.heic : imageMessages.kind)
  const drawn = await decoding.take(() => draw(bytes, kind.format, shape, refuse))
  if (!drawn) throw tooMany(imageMessages.busy, 5)
  return drawn
}

/** Stores an uploaded picture for everybody and returns its address. @throws as `redrawImage` */
export async function storePublicImage(
  files: FileStore,
  file: File,
  field: string,
  shape: ImageShape,
): Promise<string> {
  return files.put(await redrawImage(file, field, shape), 'webp', randomUUID())
}

/** Stores an uploaded picture behind signed links (src/core/files/private-files.ts) and returns its name. @throws as `redrawImage` */
export async function storePrivateImage(
  files: FileStore,
  file: File,
  field: string,
  shape: ImageShape,
): Promise<string> {
  return files.putPrivate(await redrawImage(file, field, shape), 'webp', randomUUID())
}

async function draw(bytes: Buffer, format: string, shape: ImageShape, refuse: (message: string) => Error) {
  const sharp = await loadSharp()
  // Only the header is read here.
  const found = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!found || found.format !== format) throw refuse(imageMessages.damaged)
  const pixels = found.width * (found.pageHeight ?? found.height)
  if (pixels > MOST_PIXELS) throw refuse(imageMessages.pixels)
  if (format === 'heif' && pixels > MOST_AVIF_PIXELS) throw refuse(imageMessages.avifPixels)
  const { width, height } = found.autoOrient
  const smaller = shape.fit === 'cover' ? Math.min(1, width / shape.width, height / shape.height) : 1
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning' })
    .autoOrient()
    .resize({
      width: Math.max(1, Math.round(shape.width * smaller)),
      height: Math.max(1, Math.round(shape.height * smaller)),
      fit: shape.fit,
      withoutEnlargement: shape.fit === 'inside',
    })
    .webp({ quality: QUALITY })
    .timeout({ seconds: SECONDS })
    .toBuffer()
    .catch(() => {
      throw refuse(imageMessages.damaged)
    })
}
