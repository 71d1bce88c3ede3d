import { uploading } from '#lib/browser/call/upload.ts'
import { LARGEST_IMAGE } from '#lib/both/calls/endpoint.ts'
import { fileSize, LARGE_IMAGE } from '#lib/both/files.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import type { FormFiles } from '#ui/staff/forms/form-values.ts'
import { lookAtFile, storeFile } from '../authoring.contract.ts'
import { LARGE_FILE, LARGEST_FILE, type FileUse } from '../../authoring.rules.ts'

const bounds = { most: LARGEST_FILE, tooLarge: LARGE_FILE }

const taken: Record<FileUse, Omit<FormFiles, 'store' | 'look'>> = {
  audio: {
    ...bounds,
    accept: '.mp3,.ogg,audio/mpeg,audio/ogg',
    takes: `MP3 or OGG, at most ${fileSize(LARGEST_FILE)}.`,
  },
  document: { ...bounds, accept: '.pdf,application/pdf', takes: `PDF, at most ${fileSize(LARGEST_FILE)}.` },
  picture: {
    ...{ most: LARGEST_IMAGE, tooLarge: LARGE_IMAGE },
    ...{ accept: 'image/*', takes: `JPEG, PNG, WebP, AVIF or GIF, at most ${fileSize(LARGEST_IMAGE)}.` },
  },
}

/**
 * A file for learners alone, as a field of a form: `{ name, label, ...fileField('audio') }`.
 * @param called what the file that the form begins with is called
 * @param onStored is told what a chosen file was called
 */
export function fileField(
  use: FileUse,
  { called = '', onStored }: { called?: string; onStored?: (name: string) => void } = {},
) {
  const files: FormFiles = {
    ...taken[use],
    look: lookAt,
    store: async (file, onProgress, signal) => {
      const stored = await staffCall(storeFile, { body: { file, use }, signal }, uploading(onProgress))
      onStored?.(stored.name)
      return stored
    },
  }
  return { kind: 'file', files, ...(called && { called }) } as const
}

/** How large a stored file is, and an address that opens it now. */
export const lookAt = (file: string, signal: AbortSignal) => staffCall(lookAtFile, { query: { file }, signal })
