import { Busboy } from '@fastify/busboy'
import type { ApiError } from '../../both/calls/errors.ts'
import { fileSize } from '../../both/files.ts'
import { tooLarge } from './body-bytes.ts'
import { FORM_LIMIT, MOST_FIELDS, noForm, tooManyFields, type FormBody } from './form-body.ts'

/** Bytes and number of the headers of a part; those of browsers have three, in some hundred bytes. */
const HEADER_BYTES = 8 * 1024
const MOST_HEADERS = 16

/** Characters of a boundary (RFC 2046, section 5.1.1). */
const LONGEST_BOUNDARY = 70

/** Bytes looked at between two looks at what was found: a piece that came may be parts by the thousand. */
const STEP = 4096

/**
 * Reads a form of parts as it arrives, and no further than its limits.
 * @param isField whether the call has a field of this name, which an error may name
 * @throws ApiError 400 for what is no form, 413 for one with too many or too long parts; what reading throws
 */
export async function readMultipart(
  pieces: AsyncIterable<Uint8Array>,
  contentType: string,
  isField: (name: string) => boolean,
): Promise<FormBody> {
  const form = collector(contentType, isField)
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += STEP) await form.take(piece.subarray(at, at + STEP))
  }
  return form.end()
}

/** What takes a form in small steps, and says what was in it. Both throw as soon as it is known to be wrong. */
interface Collector {
  take: (step: Uint8Array) => Promise<void>
  end: () => Promise<FormBody>
}

function collector(contentType: string, isField: (name: string) => boolean): Collector {
  const parser = parserOf(contentType)
  const fields = new Map<string, string | File>()
  let refused: ApiError | undefined
  const refuse = (error: ApiError) => (refused ??= error)
  parser.on('partsLimit', () => refuse(tooManyFields()))
  parser.on('error', () => refuse(noForm()))
  parser.on('field', (name: string | undefined, value, _, truncated) => {
    if (name === undefined) return
    if (truncated) refuse(tooLarge(`At most ${fileSize(FORM_LIMIT)}`, isField(name) ? name : 'body'))
    fields.set(name, value)
  })
  parser.on('file', (name: string | undefined, file, filename, _, type) => {
    const bytes: Uint8Array<ArrayBuffer>[] = []
    // A step is a part of what was received and is not written to again.
    file.on('data', (chunk: Buffer<ArrayBuffer>) => bytes.push(chunk))
    file.on('error', () => refuse(noForm()))
    file.on('end', () => {
      if (name !== undefined) fields.set(name, new File(bytes, filename, { type }))
    })
  })
  const finished = new Promise<void>((resolve) => {
    parser.once('finish', resolve)
    parser.once('error', () => resolve())
  })
  const check = () => {
    if (refused) throw refused
  }
  return {
    take: async (step) => {
      // After an error nothing is said of what was written.
      await Promise.race([new Promise<void>((resolve) => void parser.write(step, () => resolve())), finished])
      check()
    },
    end: async () => {
      parser.end()
      await finished
      check()
      return Object.fromEntries(fields)
    },
  }
}

function parserOf(contentType: string): InstanceType<typeof Busboy> {
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType)
  const length = (boundary?.[1] ?? boundary?.[2] ?? '').length
  if (length < 1 || length > LONGEST_BOUNDARY) throw noForm()
  return new Busboy({
    headers: { 'content-type': contentType },
    limits: { parts: MOST_FIELDS, fieldSize: FORM_LIMIT, headerSize: HEADER_BYTES, headerPairs: MOST_HEADERS },
    // As HTML says: a part with a file's name is a file, whatever else it says of itself.
    isPartAFile: (_name, _type, filename) => filename !== undefined,
  })
}
