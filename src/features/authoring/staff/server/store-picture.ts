import { counted } from '#lib/both/text/format.ts'
import type { StaffContext } from '#core/context.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { redrawImage, type ImageShape } from '#providers/images/uploaded-image.ts'
import type { storePicture as contract } from '../authoring.contract.ts'
import { LEAST_WIDTH, type PictureShape } from '../../authoring.rules.ts'

const shapes: Record<PictureShape, ImageShape> = {
  wide: { width: 1280, height: 720, fit: 'cover' },
  tall: { width: 900, height: 1200, fit: 'cover' },
  text: { width: 1600, height: 1600, fit: 'inside' },
}

/**
 * Stores a picture under a name of its content alone, as a pack's: an export that is imported elsewhere gives it the same.
 * @throws ApiError 422 naming `picture`, 429 when too many wait
 */
export async function storePicture(
  { files }: StaffContext,
  { body: { picture, shape } }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const bytes = await redrawImage(picture, 'picture', shapes[shape])
  const { imageMetadata } = await import('astro/assets/utils')
  const { width, height } = await imageMetadata(bytes, 'picture.webp')
  if (width < LEAST_WIDTH[shape])
    throw invalid({
      picture: `This picture is too small: it is ${counted(width, 'pixel')} wide where it is cut, and ${LEAST_WIDTH[shape]} are needed.`,
    })
  return { address: await files.put(bytes, 'webp'), width, height }
}
