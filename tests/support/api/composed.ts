import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import { pino, type Logger } from 'pino'
import { createApi } from '#http/app.ts'
import { readConfig, type Config } from '#core/config.ts'
import type { Services } from '#core/context.ts'
import { deadline } from '#http/request/deadline.ts'
import { operations } from '#http/operations.ts'
import { personalParts } from '#http/personal-parts.ts'
import { allHeld } from '#core/background/leases.ts'
import { dataFaults } from '#core/faults.ts'
import { privateLinks } from '#core/files/private-files.ts'
import { readiness } from '#core/readiness.ts'
import { requestLog, type RequestEnv } from '#http/request/request.ts'
import { securityHeaders } from '#http/security-headers.ts'
import { catalogueReader } from '#core/site/catalogue-reader.ts'
import { siteReader } from '#core/site/site.ts'
import { groupCommit } from '#db/statements/group-commit.ts'
import type { OpenDatabase } from '#db/open.ts'
import type { Clock } from '#lib/both/time/clock.ts'
import type { CodeMessage } from '#providers/codes/code-sender.ts'
import { fileStoreFor } from '#core/outside/choose-files.ts'
import { toldInLog } from '#providers/files/told-in-log.ts'
import { fakePayments } from '../outside/fake-payments.ts'
import { fakePush } from '../outside/fake-push.ts'

/** The API as the server composes it, on this database, with a silent log if none is given; codes, payments and pushes go nowhere. */
export function composed(
  { db, engine, close, dataDir }: OpenDatabase & { dataDir: string },
  now: Clock,
  settings: Partial<Record<keyof Config, string>> = {},
  log: Logger = pino({ level: 'silent' }),
) {
  mkdirSync(path.join(dataDir, 'media'), { recursive: true })
  /** Every code that was sent, oldest first. */
  const codes: CodeMessage[] = []
  const payments = fakePayments()
  const given = { DATA_DIR: dataDir, CONTENT: 'none', TRUSTED_PROXIES: 'loopback', LOG_LEVEL: 'silent', ...settings }
  const config = readConfig(given)
  const push = fakePush()
  const site = siteReader(db, now, config)
  const ready = readiness()
  const services: Services = {
    config,
    db,
    engine,
    groupCommit: groupCommit(db, engine),
    now,
    log,
    codes: { channels: ['sms', 'whatsapp'], send: async (message) => void codes.push(message) },
    files: fileStoreFor(config, toldInLog(log)),
    payments,
    push,
    links: privateLinks(db, now),
    site,
    catalogue: catalogueReader({ primary: { db, site }, now, log }),
    faults: dataFaults({ db, log, readiness: ready }),
    personalParts,
    readiness: ready,
    leases: allHeld,
    close,
  }
  return { services, app: appOf(services), codes, payments, push }
}

/** The API as requests meet it. */
export function appOf(services: Services): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  app.use(requestLog(services))
  app.use(securityHeaders(services))
  app.use(deadline(services))
  app.route('/', operations(services))
  app.route('/', createApi(services))
  return app
}
