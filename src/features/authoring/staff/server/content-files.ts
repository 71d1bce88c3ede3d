import { contentFile } from '#core/files/content-files.ts'
import type { StaffContext } from '#core/context.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { invalid, notFound } from '#lib/both/calls/errors.ts'
import { BEGINNING, kindWithin } from '#providers/files/uses.ts'
import { redrawImage } from '#providers/images/uploaded-image.ts'
import type * as contracts from '../authoring.contract.ts'
import { fileUses, ownName, type FileUse } from '../../authoring.rules.ts'

/** As large as a screen shows it. */
const PICTURE = { width: 1920, height: 1920, fit: 'inside' } as const

const notOfUse: Record<Exclude<FileUse, 'picture'>, string> = {
  audio: 'This file is no sound in MP3 or OGG. Please choose one of these.',
  document: 'This file is no PDF. Please choose one.',
}

/**
 * Stores a file under a name of its content alone, as a pack's: an export that is imported elsewhere gives it the same. What it
 * is its first bytes say.
 * @throws ApiError 422 naming `file`, 429 when too many pictures wait
 */
export async function storeFile(
  { files, links }: StaffContext,
  { body: { file, use } }: InputOf<typeof contracts.storeFile>,
): Promise<ReplyOf<typeof contracts.storeFile>> {
  const { bytes, ending } = await contentOf(file, use)
  const stored = await files.putPrivate(bytes, ending)
  const name = ownName(file.name)
  return { file: stored, name, size: bytes.length, address: (await links.signer())(stored, titleOf(name)) }
}

/** @throws notFound of what is no file of content for a use of these */
export async function lookAtFile(
  { files, links }: StaffContext,
  { query: { file } }: InputOf<typeof contracts.lookAtFile>,
): Promise<ReplyOf<typeof contracts.lookAtFile>> {
  const found = await contentFile(files, file, fileUses)
  if (!found) throw notFound('There is no such file')
  return { size: found.size, address: (await links.signer())(file, 'file') }
}

async function contentOf(file: File, use: FileUse): Promise<{ bytes: Uint8Array; ending: string }> {
  if (use === 'picture') return { bytes: await redrawImage(file, 'file', PICTURE), ending: 'webp' }
  const kind = kindWithin(use, new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer()))
  if (!kind) throw invalid({ file: notOfUse[use] })
  return { bytes: new Uint8Array(await file.arrayBuffer()), ending: kind.stored }
}

/** A file's own name without its ending: a signed address has that of what is stored. */
const titleOf = (name: string) => name.replace(/\.\w{1,5}$/, '')
