import { examineData } from '#db/examine.ts'
import { lockDataFolder } from '#db/lock.ts'
import { groupCommit } from '#db/statements/group-commit.ts'
import { migrate } from '#db/migrate.ts'
import { ensureWritable, openDatabase, openReplica } from '#db/open.ts'
import { serverBounds } from '#db/postgres/bounds.ts'
import { importOnFirstStart } from '#content/first-start.ts'
import { startScheduleRefresh } from '#content/schedules.ts'
import { movesAnEnd } from '#features/exams/server/clock-step.ts'
import { startExamSweep } from '#features/exams/server/sweep.ts'
import { startWebinarReminders } from '#features/webinars/server/reminders.ts'
import { startClassReminders } from '#features/live-classes/server/reminders.ts'
import { startPushing } from '#features/notifications/server/sweep.ts'
import { startAccountSweep } from '#features/profile/server/sweep.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { openTracing } from '#core/metrics/tracing.ts'
import { queryListener } from '#core/metrics/watch-queries.ts'
import { startPaymentSweep } from '#features/purchases/server/sweep.ts'
import { webhookPath } from '#features/purchases/server/payments/webhook.ts'
import { codeSenderFor } from '#core/outside/choose-sender.ts'
import { fileStoreFor } from '#core/outside/choose-files.ts'
import { toldInLog } from '#providers/files/told-in-log.ts'
import { storeFolders } from '#providers/files/folder-store.ts'
import { paymentProviderFor } from '#core/outside/choose-payment.ts'
import { webPushSender } from '#providers/push/web-push.ts'
import { catalogueReader } from '#core/site/catalogue-reader.ts'
import { guardedClock } from '#core/clock/guarded-clock.ts'
import { thisMachine } from '#core/clock/machine.ts'
import { startClockWatch } from '#core/clock/watch-clock.ts'
import { siteUrl, type Config } from '#core/config.ts'
import type { Services } from '#core/context.ts'
import { startCreationSweep } from '#core/calls/create-once.ts'
import { startSearchSweep } from '#core/calls/note-search.ts'
import { dataFaults } from '#core/faults.ts'
import { allHeld, leases } from '#core/background/leases.ts'
import { openLog, type OpenLog } from '#core/log.ts'
import { privateLinks } from '#core/files/private-files.ts'
import { readiness } from '#core/readiness.ts'
import { repeat } from '#core/background/repeat.ts'
import { asCaller } from '#core/calls/request-scope.ts'
import { noteSiteAddress, siteReader } from '#core/site/site.ts'
import { personalParts } from './personal-parts.ts'

/**
 * Opens everything a server needs: data, content, senders, background work.
 * @param logging the log of this process, where there is one already
 * @param machine whose clocks it goes by
 * @throws StartError with a line for the person who starts it
 */
export async function openServices(
  config: Config,
  logging: OpenLog = openLog(config),
  machine = thisMachine,
): Promise<Services> {
  // Before anything is made in a folder that may not be what it should be.
  if (!config.DATABASE_URL) examineData(config.DATA_DIR, { thoroughly: true })
  const unlock = config.DATABASE_URL ? () => {} : lockDataFolder(config.DATA_DIR)
  for (const folder of Object.values(storeFolders(config.DATA_DIR))) ensureWritable(folder)
  const { log, close: closeLog } = logging
  const onQuery = queryListener(config, log)
  const opened = await openDatabase({
    databaseUrl: config.DATABASE_URL,
    pool: config.DATABASE_POOL,
    bounds: serverBounds,
    dataDir: config.DATA_DIR,
    onQuery,
  })
  const { db, engine } = opened
  const replica = config.DATABASE_READ_URL
    ? openReplica(config.DATABASE_READ_URL, config.DATABASE_POOL, onQuery)
    : undefined
  const clock = guardedClock(machine)
  const { now } = clock
  const ready = readiness()
  const faults = dataFaults({ db, log, readiness: ready })
  const site = siteReader(db, now, config)
  const tracing = await openTracing(config, engine, log)
  const services: Services = {
    config,
    db,
    engine,
    groupCommit: groupCommit(db, engine, asCaller),
    now,
    log,
    files: fileStoreFor(config, toldInLog(log)),
    links: privateLinks(db, now),
    codes: codeSenderFor({ config, db, now, log }),
    payments: paymentProviderFor({ config, db, now, log, webhookPath }),
    push: webPushSender({ db, site: siteUrl(config) }),
    site,
    catalogue: catalogueReader({
      primary: { db, site },
      replica: replica && { db: replica.db, site: siteReader(replica.db, now, config) },
      now,
      log,
    }),
    faults,
    personalParts,
    readiness: ready,
    leases: engine === 'sqlite' ? allHeld : leases({ db, now, log, faults }),
    connections: { primary: opened.connections, replica: replica?.connections },
    tracing,
    close: async () => {
      await stopClock()
      await Promise.all(background.map((stop) => stop()))
      await services.leases.close()
      await tracing?.close()
      await opened.close()
      await replica?.close()
      unlock()
      closeLog()
    },
  }
  const newer = await migrate(opened, {
    onWait: (migration, error) => log.warn({ migration, err: error }, 'a migration waits for a lock'),
  })
  if (newer.length > 0)
    log.warn({ migrations: newer }, 'the data are of a newer version, with which this one runs as well')
  // Before anything is done by the time.
  const wouldHurt = (at: number, next: number) => movesAnEnd(db, at, next)
  const stopClock = await startClockWatch({ db, engine, log, clock, machine, wouldHurt })
  await noteSiteAddress(db, siteUrl(config))
  await importOnFirstStart(services)
  const background = [
    startExamSweep,
    startPaymentSweep,
    startClassReminders,
    startWebinarReminders,
    startPushing,
    startAccountSweep,
    startCreationSweep,
    startSearchSweep,
    startScheduleRefresh,
    startLookingAtData,
  ].map((start) => start(services))
  return services
}

/** Finds out when the data can be written again, also where nobody asks at /readyz. */
function startLookingAtData(services: Services): () => Promise<void> {
  return repeat(services, 'look at the data', 2 * SECOND, services.faults.look)
}
