// @ts-check
import { randomUUID } from 'node:crypto'
import { stripVTControlCharacters } from 'node:util'

/** What `astro dev` serves with, src/fetch.ts in the end. */
const ENTRY = 'virtual:astro:fetchable'

/**
 * While code is written, says what keeps the server's own code from being loaded: in the terminal, in the browser and to who
 * calls the API. Astro passes over such an error in silence and goes on with the code of before, which then answers 200.
 * @returns {import('vite').Plugin}
 */
export function brokenCode() {
  return {
    name: 'broken-code',
    apply: 'serve',
    // Before Astro's own, so that its handler comes after this one.
    enforce: 'pre',
    configureServer(server) {
      /** @type {string | undefined} What was said last. */
      let told
      const environment = /** @type {import('vite').RunnableDevEnvironment} */ (server.environments.ssr)
      // A page that shows the error comes back by itself: the mended file is part of no page that the browser has.
      server.watcher.on('all', () => told !== undefined && server.ws.send({ type: 'full-reload' }))
      return () => {
        server.middlewares.use(async (request, response, next) => {
          try {
            await environment.runner.import(ENTRY)
            told = undefined
            return next()
          } catch (error) {
            const problem = payloadOf(error, server.config.root)
            if (told !== problem.message) {
              server.config.logger.error(`\n${[problem.message, problem.frame].filter(Boolean).join('\n')}\n`, {
                timestamp: true,
              })
            }
            told = problem.message
            const isPage = request.headers.accept?.includes('text/html')
            response.statusCode = 500
            response.setHeader('cache-control', 'no-store')
            response.setHeader('content-type', isPage ? 'text/html; charset=utf-8' : 'application/json')
            const id = randomUUID()
            response.setHeader('x-request-id', id)
            response.end(isPage ? pageOf(problem) : JSON.stringify(bodyOf(problem.message, id)))
          }
        })
      }
    },
  }
}

/**
 * What the browser's overlay shows.
 * @param {unknown} thrown
 * @param {string} root of the project
 */
function payloadOf(thrown, root) {
  /** @type {Error & { id?: string, frame?: string, loc?: { file?: string, line?: number, column?: number } }} */
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { id, frame, loc } = error
  const stack = stripVTControlCharacters(error.stack ?? '').replaceAll(`${root}/`, '')
  const text = stripVTControlCharacters(error.message).replaceAll(`${root}/`, '').trim()
  // Of what is thrown while a file is read, only the stack knows where.
  const place = /^ *at .*?((?:src|scripts)\/\S+?:\d+:\d+)/m.exec(stack)?.[1]
  const message = /\b(src|scripts)\//.test(text) || !place ? text : `${text} (${place})`
  return { message, stack, frame: frame && stripVTControlCharacters(frame), id, loc }
}

/**
 * What src/core/calls/error-body.ts makes, which may be the code that cannot be loaded.
 * @param {string} message
 * @param {string} requestId
 */
function bodyOf(message, requestId) {
  return { status: false, success: false, message, msg: message, code: 'internal', request_id: requestId }
}

/** A page that is the overlay alone. @param {ReturnType<typeof payloadOf>} problem */
function pageOf(problem) {
  const data = JSON.stringify(problem).replace(/</g, '\\u003c')
  const text = problem.message.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'))
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Error</title></head>
<body>
<pre>${text}</pre>
<script type="module">
import { ErrorOverlay } from '/@vite/client'
document.body.append(new ErrorOverlay(${data}))
</script>
</body>
</html>
`
}
