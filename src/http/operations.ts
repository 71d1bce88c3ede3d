import { Hono } from 'hono'
import { sql } from 'kysely'
import { listOutbox } from '#features/auth/server/codes/outbox.ts'
import { sendFeed } from '#features/live-classes/server/send-feed.ts'
import { exportPath, sendExport } from '#features/profile/server/export.ts'
import { takeWebhook, webhookPath } from '#features/purchases/server/payments/webhook.ts'
import { listDemoCodes } from '#features/staff/server/demo-staff.ts'
import { mediaPath } from '#providers/files/file-store.ts'
import { isSandbox } from '#providers/payment/sandbox/sandbox.ts'
import { sandboxPages } from '#providers/payment/sandbox/pages.ts'
import type { Services } from '#core/context.ts'
import { filesPath, sendPrivateFile } from '#core/files/private-files.ts'
import { securityText } from './security-text.ts'
import { isLoopbackCaller, type RequestEnv } from './request/request.ts'
import { sendPublicFile } from '#core/files/stored-file.ts'

/** What the people who run the server ask for: health, the outbox of one-time codes, and files. */
export function operations(services: Services): Hono<RequestEnv> {
  const { db, config, faults, readiness } = services
  const app = new Hono<RequestEnv>()

  app.get('/healthz', (c) => c.json({ status: 'ok' }))

  app.get('/readyz', async (c) => {
    if (readiness.leaving) return c.json({ status: 'leaving' }, 503)
    try {
      const fault = await faults.look()
      if (fault) return c.json({ status: fault === 'full' ? 'storage_full' : 'unavailable' }, 503)
      await sql`select 1`.execute(db)
      return c.json({ status: 'ready' })
    } catch (error) {
      if (!faults.note(error)) throw error
      return c.json({ status: 'unavailable' }, 503)
    }
  })

  if (config.OTP_SENDER === 'outbox') {
    app.get('/dev/outbox', async (c, next) => {
      if (!isLoopbackCaller(c)) return next()
      const messages = [...(await listDemoCodes(db)), ...(await listOutbox(db))]
      messages.sort((one, other) => other.sent_at - one.sent_at)
      return c.json({ messages }, 200, { 'cache-control': 'no-store' })
    })
  }

  app.get(`${mediaPath}/*`, (c) => sendPublicFile(services, c, c.req.path.slice(mediaPath.length + 1)))

  // 404 where nobody is named, as any page that does not exist.
  app.get('/.well-known/security.txt', (c, next) => {
    const text = securityText(services)
    return text === undefined ? next() : Promise.resolve(c.text(text, 200, { 'cache-control': 'no-cache' }))
  })

  app.get(`${filesPath}/:name`, (c) => sendPrivateFile(services, c))
  app.get(`${exportPath}/:name`, (c) => sendExport(services, c))
  if (isSandbox(services.payments)) app.route('/', sandboxPages(services.payments, services))
  app.post(webhookPath, (c) => takeWebhook(services, c))
  // Calendar programs send no bearer token; the address is the secret.
  app.get('/calendar/:file', (c) => sendFeed(services, c))
  return app
}
