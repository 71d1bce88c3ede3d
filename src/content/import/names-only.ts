import { mediaPath } from '#providers/files/file-store.ts'
import { nameOf } from '#providers/files/names.ts'

/** Gives files the addresses and names that they will have, and stores none. */
export const namesOnly = {
  put: async (bytes: Uint8Array, extension: string) => `${mediaPath}/${await nameOf(bytes, extension)}`,
  putPrivate: (source: string | Uint8Array, extension: string) => nameOf(source, extension),
}
