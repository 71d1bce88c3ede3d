import { astro, getFetchState } from 'astro/hono'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { answerFault } from '#http/answer-fault.ts'
import { createApi } from '#http/app.ts'
import { readConfig, siteUrl } from '#core/config.ts'
import type { Services } from '#core/context.ts'
import { deadline } from '#http/request/deadline.ts'
import { operations } from '#http/operations.ts'
import { drawAnew, pageCache } from '#http/pages/page-cache.ts'
import type { PageMemory } from '#http/pages/page-memory.ts'
import { provideServices } from '#core/provide.ts'
import { requestLog, type RequestEnv } from '#http/request/request.ts'
import { KnowingRouter } from '#http/request/router.ts'
import { securityHeaders } from '#http/security-headers.ts'
import { openServices } from '#http/services.ts'
import { writePrivately } from '#lib/server/private-data.ts'
import { withCharset } from '#lib/both/text/charset.ts'

/**
 * The request pipeline: API and files first, pages after; the same in development and in production.
 * @param memory where pages that were drawn are kept; without it each is drawn anew
 * @param finish what is done to the HTML of a page that was drawn, once for all who get it
 */
export function createFetch(
  services: Services,
  memory?: PageMemory,
  finish?: (html: string) => string,
): Hono<RequestEnv> {
  provideServices(services, finish)
  const app = new Hono<RequestEnv>({ router: new KnowingRouter() })
  app.onError((error, c) => {
    // What a middleware refuses brings its own answer. A reply made anew here would lose the headers of every reply.
    const answer = error instanceof HTTPException ? error.getResponse() : answerFault(services, c.req.raw, error)
    return c.newResponse(answer.body, answer)
  })
  app.use(requestLog(services))
  app.use(securityHeaders(services))
  app.use(deadline(services))
  app.route('/', operations(services))
  app.route('/', createApi(services))
  app.use(readOnly)
  const routeOf = (c: Context<RequestEnv>) => getFetchState(c).routeData?.route
  app.use(memory ? pageCache(services, routeOf, memory) : drawAnew(services, routeOf))
  app.use(async (c, next) => {
    if (isAstrosOwn(getFetchState(c).routeData)) return c.text('Not found', 404)
    await next()
    const type = c.res.headers.get('content-type')
    if (type) c.header('content-type', withCharset(type))
  })
  app.use(astro())
  return app
}

/**
 * Whether it is a route that Astro brings by itself, such as /_image, which draws pictures for whoever asks, or
 * /_server-islands: nothing of ours uses them. Its page for what does not exist is the one that ours takes the place of.
 */
function isAstrosOwn(route: ReturnType<typeof getFetchState>['routeData']): boolean {
  return route?.origin === 'internal' && route.route !== '/404'
}

/** Pages are read; nothing is sent to them. */
const readOnly: MiddlewareHandler = (c, next) =>
  /^(GET|HEAD)$/.test(c.req.method)
    ? next()
    : Promise.resolve(c.text('Method not allowed', 405, { allow: 'GET, HEAD' }))

// Outlives this module, which is read anew after each change, while the data folder stays locked by the first services.
const kept = globalThis as { developmentServices?: Promise<Services> }
let development: Promise<Hono<RequestEnv>> | undefined

/** What `astro dev` serves. In production src/server.ts opens the services itself. */
export default {
  fetch: async (request: Request): Promise<Response> => {
    writePrivately()
    kept.developmentServices ??= openServices(
      readConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' }),
    )
    development ??= kept.developmentServices.then((services) => {
      services.payments.listening?.(siteUrl(services.config))
      return createFetch(services)
    })
    return (await development).fetch(request)
  },
}
