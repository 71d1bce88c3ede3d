import type { FileStore, StoredFile } from '#providers/files/file-store.ts'
import { publicName } from '#providers/files/file-store.ts'
import { contentTypeOf } from '#providers/files/kinds.ts'
import { invalid } from '#lib/both/calls/errors.ts'

/** Width to height of pictures, for packs and the console: of cards and pages, and of a phone's whole screen. */
export const pictureRatios = { wide: [16, 9], tall: [3, 4] } as const

type Ratio = readonly [width: number, height: number]

/** Whether a picture has these sides, as nearly as pixels let it. */
export function hasRatio({ width, height }: { width: number; height: number }, [wide, high]: Ratio): boolean {
  return Math.abs(width / height / (wide / high) - 1) <= 0.01
}

/** Whole pixels of a stored picture, as the reading of a pack measures them; undefined of what is none. */
export async function measured(file: StoredFile, name: string): Promise<{ width: number; height: number } | undefined> {
  const bytes = new Uint8Array(await new Response(file.stream(0, file.size - 1)).arrayBuffer())
  const { imageMetadata } = await import('astro/assets/utils')
  const size = await imageMetadata(bytes, name).catch(() => undefined)
  return size && { width: Math.round(size.width), height: Math.round(size.height) }
}

/**
 * Refuses what a form names as a picture unless it is a stored one with the sides that a pack's must have.
 * @throws invalid naming `field`
 */
export async function refuseOtherPicture(
  files: Pick<FileStore, 'openPublic'>,
  { field, address, shape }: { field: string; address: string; shape: keyof typeof pictureRatios },
): Promise<void> {
  const name = publicName(address)
  const file = name && contentTypeOf(name).startsWith('image/') ? await files.openPublic(name) : undefined
  const size = file && (await measured(file, name!))
  if (!size) throw invalid({ [field]: 'Please choose a picture' })
  const ratio = pictureRatios[shape]
  if (!hasRatio(size, ratio))
    throw invalid({
      [field]: `Its sides must be in the ratio ${ratio.join(':')}: it is ${size.width} x ${size.height}`,
    })
}
