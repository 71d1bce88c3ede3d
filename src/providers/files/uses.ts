import path from 'node:path'

/** What a file is for. */
export type FileUse = 'picture' | 'video' | 'audio' | 'captions' | 'document'

interface FileKind {
  /** The ending that it is stored with. */
  stored: string
  use: FileUse
  /** How such a file begins, each byte as one character. */
  begins: RegExp
}

/** Files that content may have, by the endings of their names: those of a pack, and those that staff upload. */
const kinds: Record<string, FileKind> = {
  svg: { stored: 'svg', use: 'picture', begins: /^/ },
  png: { stored: 'png', use: 'picture', begins: /^\x89PNG\r\n\x1a\n/ },
  jpg: { stored: 'jpg', use: 'picture', begins: /^\xff\xd8\xff/ },
  jpeg: { stored: 'jpg', use: 'picture', begins: /^\xff\xd8\xff/ },
  webp: { stored: 'webp', use: 'picture', begins: /^RIFF.{4}WEBP/s },
  webm: { stored: 'webm', use: 'video', begins: /^\x1a\x45\xdf\xa3/ },
  mp4: { stored: 'mp4', use: 'video', begins: /^.{4}ftyp/s },
  // Of frames without tags the third layer alone: a text in UTF-16 begins like one of the first.
  mp3: { stored: 'mp3', use: 'audio', begins: /^(ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/ },
  ogg: { stored: 'ogg', use: 'audio', begins: /^OggS/ },
  vtt: { stored: 'vtt', use: 'captions', begins: /^(\xef\xbb\xbf)?WEBVTT/ },
  pdf: { stored: 'pdf', use: 'document', begins: /^%PDF-/ },
}

/** Bytes of a file that tell what it is. */
export const BEGINNING = 16

/** All endings that a file may have. */
export const allEndings = Object.keys(kinds)

/** The kind that a name says by its ending; undefined of kinds that are not allowed. */
export function kindOf(name: string): FileKind | undefined {
  const ending = path.extname(name).slice(1)
  return Object.hasOwn(kinds, ending) ? kinds[ending] : undefined
}

/** The kind that a file has by its first bytes, of those for a use; undefined where it is none of them. */
export function kindWithin(use: FileUse, beginning: Uint8Array): FileKind | undefined {
  const text = Buffer.from(beginning.subarray(0, BEGINNING)).toString('latin1')
  return Object.values(kinds).find((kind) => kind.use === use && kind.begins.test(text))
}

/** Of a use, the endings that a file may have. */
export function endingsFor(use: FileUse): string {
  return allEndings.filter((ending) => kinds[ending]?.use === use).join(', ')
}
