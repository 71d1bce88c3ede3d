import { createHmac, timingSafeEqual } from 'node:crypto'
import path from 'node:path'
import type { Context as HonoContext } from 'hono'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import { beginningOfText } from '#lib/both/text/cut-text.ts'
import { HOUR, MINUTE, type Clock } from '#lib/both/time/clock.ts'
import { contentTypeOf } from '#providers/files/kinds.ts'
import type { Services } from '../context.ts'
import { storedSecret } from '../secrets.ts'
import { filePolicy, sendStored } from './stored-file.ts'

/** Where private files are fetched from, with a signature. */
export const filesPath = '/files'

/** How long an address of a document or a picture works: long enough to open it. */
export const DOCUMENT_LIFE = 10 * MINUTE
/** Of what plays: players fetch it piece by piece while they go on. */
export const PLAYBACK_LIFE = 6 * HOUR

/** Sounds, films and their captions play; everything else is opened once. */
function lifeOf(name: string): number {
  return /^(video|audio|text\/vtt)/.test(contentTypeOf(name)) ? PLAYBACK_LIFE : DOCUMENT_LIFE
}

/** Where the secret stands in `meta`. */
const secretKey = 'file-link-secret'

/**
 * Makes the address of a private file.
 * @param name the file's name in the store
 * @param title what the file is called when it is saved, without its ending
 */
export type SignLink = (name: string, title: string) => string

export interface PrivateLinks {
  /**
   * Gets a signer that works without waiting, for as many files as a reply has.
   * @param base where the addresses lead, if not to private files; names there must look unlike theirs
   */
  signer: (base?: string) => Promise<SignLink>
  /** Looks at an address that somebody uses. */
  check: (name: string, query: Record<string, string>) => Promise<'good' | 'expired' | 'invalid'>
}

/** Links to private files, signed with a secret of the database. */
export function privateLinks(db: Kysely<Database>, now: Clock): PrivateLinks {
  const secret = () => storedSecret(db, secretKey)
  return {
    signer: async (base = filesPath) => {
      const key = await secret()
      return (name, title) => {
        const filename = safeFilename(title, path.extname(name))
        const expires = String(now() + lifeOf(name))
        const sig = signature(key, name, expires, filename)
        return `${base}/${name}?expires=${expires}&filename=${encodeURIComponent(filename)}&sig=${sig}`
      }
    },
    check: async (name, { expires = '', filename = '', sig = '' }) => {
      const expected = Buffer.from(signature(await secret(), name, expires, filename))
      const given = Buffer.from(sig)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'invalid'
      return Number(expires) > now() ? 'good' : 'expired'
    },
  }
}

/** None of the parts can be mistaken for another: only the last one may hold a line break. */
function signature(secret: string, name: string, expires: string, filename: string): string {
  return createHmac('sha256', secret).update(`${name}\n${expires}\n${filename}`).digest('base64url')
}

/** Characters of a file's name, its ending aside. */
const LONGEST_NAME = 80

/** Letters, digits and a few signs of a title, and the file's own ending: `Lecture notes.pdf`. */
function safeFilename(title: string, ending: string): string {
  const words = title
    .replace(/[^\p{L}\p{M}\p{N} ._()&'-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  const short = beginningOfText(words, LONGEST_NAME).trim()
  return `${short || 'file'}${ending}`
}

const refusals = {
  invalid: 'This link is not valid. Please open the file again from the page where you found it.',
  expired: 'This link has expired. Please open the file again from the page where you found it.',
}

/** Answers a request for a private file: 403 unless its address is signed and still works. */
export async function sendPrivateFile({ files, links }: Services, c: HonoContext): Promise<Response> {
  const name = c.req.param('name') ?? ''
  const query = c.req.query()
  // Nothing that such a file holds may run, and no cache but the learner's own may keep it.
  c.header('content-security-policy', filePolicy)
  c.header('cache-control', 'no-store')
  const verdict = await links.check(name, query)
  if (verdict !== 'good') return c.text(refusals[verdict], 403)
  const file = await files.openPrivate(name)
  if (!file) return c.text('Not found', 404)
  if (file.sure) c.header('cache-control', 'private, max-age=3600')
  c.header('content-disposition', disposition(query.filename ?? ''))
  return sendStored(c, file, name)
}

/** RFC 6266: a plain name for old programs, the real one for all others. */
function disposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`
}
