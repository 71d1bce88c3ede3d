import type { Context as HonoContext } from 'hono'
import { countCall } from '#core/calls/call-limits.ts'
import type { LearnerContext, Services } from '#core/context.ts'
import { HOUR, indianDay } from '#lib/both/time/clock.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import type { makeExport as contract } from '../profile.contract.ts'
import { htmlExport, jsonExport } from './write-export.ts'

/** Where downloads of one's own data are fetched from, with a signature. */
export const exportPath = '/my-data'

const formats = {
  json: { type: 'application/json', write: jsonExport },
  html: { type: 'text/html; charset=utf-8', write: htmlExport },
}

/** Makes the address of a download. It works for ten minutes, and as long as the session that asked for it. */
export async function makeExport({ links, user, now }: LearnerContext, { body }: InputOf<typeof contract>) {
  const sign = await links.signer(exportPath)
  const name = `${user.id}-${user.sessionId}.${body.format}`
  return { status: true, address: sign(name, `my-data-${indianDay(now())}`) }
}

/** An address can be opened again while it works, but reading everything costs as much each time. */
export const downloadLimit = { count: 20, span: HOUR }

/**
 * Sends a download as it is written, so that it never stands in memory as a whole: 403 unless its address still works,
 * 429 when it is opened again and again.
 */
export async function sendExport(services: Services, c: HonoContext): Promise<Response> {
  const { db, links, log, now } = services
  const name = c.req.param('name') ?? ''
  const query = c.req.query()
  c.header('cache-control', 'no-store')
  c.header(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox",
  )
  const [, userId, sessionId, format] = /^(\d+)-(\d+)\.(json|html)$/.exec(name) ?? []
  const good = format !== undefined && (await links.check(name, query)) === 'good'
  const session = good
    ? await db
        .selectFrom('sessions')
        .select('user_id')
        .where('id', '=', Number(sessionId))
        .where('user_id', '=', Number(userId))
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now())
        .executeTakeFirst()
    : undefined
  if (!session) return c.text('This link is no longer valid. Please request your data again in your settings.', 403)
  const over = await countCall(services, { user: session.user_id }, `GET ${exportPath}`, downloadLimit).catch(
    (error: unknown) => {
      if (error instanceof ApiError) return error
      throw error
    },
  )
  if (over) return c.text(over.message, 429, { 'retry-after': String(over.retryAfter) })
  const { type, write } = formats[format as keyof typeof formats]
  c.header('content-type', type)
  // The name is ours: letters, digits and hyphens.
  c.header('content-disposition', `attachment; filename="${query.filename ?? ''}"`)
  return c.body(streamOf(write(services, session.user_id), (error) => log.error({ err: error }, 'export broke off')))
}

/** Encodes texts as the client reads them. A client that leaves stops the work; a failure ends the connection. */
function streamOf(
  texts: AsyncGenerator<string>,
  failed: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let isCancelled = false
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        try {
          const next = await texts.next()
          if (isCancelled) return
          if (next.done) controller.close()
          else controller.enqueue(encoder.encode(next.value))
        } catch (error) {
          failed(error)
          controller.error(error)
        }
      },
      cancel: async () => {
        isCancelled = true
        await texts.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )
}
