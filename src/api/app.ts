import { Hono, type Context as HonoContext } from 'hono'
import * as z from 'zod/mini'
import { en } from 'zod/locales'
import { authenticate } from '#features/auth/server/sessions.ts'
import { servicePaths, type Endpoint } from '#lib/endpoint.ts'
import { ApiError, forbidden, type FieldErrors } from '#lib/errors.ts'
import { readBody } from './bodies/read-body.ts'
import { callName, countCall } from './call-limits.ts'
import type { Context, LearnerContext, Services } from './context.ts'
import { answerOnce } from './create-once.ts'
import { Versioned, type Route } from './handle.ts'
import { jsonReply } from './json-reply.ts'
import { WithKept } from './kept-json.ts'
import { openApiDocument } from './openapi.ts'
import { loggedPath, requestOf, type RequestEnv } from './request.ts'
import { routes } from './routes.ts'

// The messages of checks that bring none of their own.
z.config(en())

/** The whole API: every declared call, mounted from its contract. */
export function createApi(services: Services): Hono<RequestEnv> {
  const api = new Hono<RequestEnv>()
  for (const route of routes) mount(api, services, route)
  // Written when somebody first asks for it, since few ever do and it takes longer than all else here.
  let document: string | undefined
  api.get('/api/openapi.json', (c) => {
    document ??= JSON.stringify(openApiDocument(routes.map((route) => route.endpoint)))
    return jsonReply(c, document, 200)
  })
  api.all('/api/*', () => {
    throw new ApiError(404, 'There is no such call')
  })
  api.onError((error, c) => errorReply(error, c, services))
  return api
}

function mount(api: Hono<RequestEnv>, services: Services, { endpoint, run }: Route): void {
  const path = servicePaths[endpoint.service] + endpoint.path.replace(/\{(\w+)\}/g, ':$1')
  const execute = run as (ctx: Context, input: unknown) => Promise<unknown>
  api.on(endpoint.method, path, async (c) => {
    const ctx: Context = { ...services, ...requestOf(c) }
    if (endpoint.access !== 'anyone') {
      const user = await authenticate(services, bearer(c))
      if (endpoint.access === 'learner' && !user.registrationCompleted) {
        throw forbidden('Please complete your profile first', 'profile_incomplete')
      }
      ;(ctx as LearnerContext).user = user
    }
    // After the token: strangers' bodies are not read.
    const input = await parseInput(endpoint, c)
    const answer = async () => {
      if (endpoint.limit && endpoint.access !== 'anyone') {
        await countCall(services, (ctx as LearnerContext).user.id, callName(endpoint), endpoint.limit)
      }
      return execute(ctx, input)
    }
    let reply = endpoint.creates ? await answerOnce(ctx as LearnerContext, endpoint, c, input, answer) : await answer()
    c.header('cache-control', 'no-store')
    if (reply instanceof Versioned) {
      c.header('etag', reply.etag)
      if (reply.isKnownBy(c.req.header('if-none-match'))) return c.body(null, 304)
      reply = await reply.make()
    }
    if (reply instanceof WithKept)
      return reply.send(c, z.parse(endpoint.reply, reply.reply) as object, endpoint.success)
    return jsonReply(c, JSON.stringify(z.parse(endpoint.reply, reply)), endpoint.success)
  })
}

function bearer(c: HonoContext): string | undefined {
  return /^Bearer ([\w.~+/=-]+)$/.exec(c.req.header('authorization') ?? '')?.[1]
}

/** Mistakes that an answer names: a form has fewer fields, and a list may have thousands of wrong elements. */
const MOST_NAMED = 20

async function parseInput(endpoint: Endpoint, c: HonoContext) {
  const errors: FieldErrors = {}
  const part = (schema: Endpoint['body'], value: unknown, fallbackName: string) => {
    const parsed = z.safeParse(schema, value)
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues.slice(0, MOST_NAMED))
      errors[issue.path.join('.') || fallbackName] ??= issue.message
    return undefined
  }
  const input = {
    params: part(endpoint.params, c.req.param(), 'path'),
    query: part(endpoint.query, c.req.query(), 'query'),
    body: endpoint.method === 'POST' ? part(endpoint.body, await readBody(endpoint, c), 'body') : {},
  }
  if (Object.keys(errors).length > 0) {
    throw new ApiError(400, Object.values(errors)[0] ?? 'Invalid input', { errors })
  }
  return input
}

/** Who may not, or too often: what somebody who looks into an attack wants to read. */
const REFUSALS = [401, 403, 413, 429]

/** `{ status: false, success: false, message, msg, errors?, code?, request_id }`; nothing internal leaves. */
function errorReply(error: Error, c: HonoContext, { log, faults }: Services): Response {
  const { requestId, address } = requestOf(c)
  const about = { req: requestId, method: c.req.method, path: loggedPath(c.req.path) }
  const known = error instanceof ApiError ? error : faults.note(error, about)
  if (known && REFUSALS.includes(known.status)) {
    const { status, message: why, code } = known
    log.info({ req: requestId, from: address, status, why, code }, 'refused')
  }
  if (!known) log.error({ ...about, err: error }, 'call failed')
  const message = known?.message ?? 'Something went wrong.'
  if (known?.retryAfter) c.header('retry-after', String(known.retryAfter))
  c.header('cache-control', 'no-store')
  return c.json(
    {
      status: false,
      success: false,
      message,
      msg: message,
      ...(known?.errors && { errors: known.errors }),
      ...(known?.code && { code: known.code }),
      request_id: requestId,
    },
    (known?.status ?? 500) as 500,
  )
}
