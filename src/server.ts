import cluster from 'node:cluster'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '#core/config.ts'
import { openLog, type OpenLog } from '#core/log.ts'
import { say } from '#core/say.ts'
import { writePrivately } from '#lib/server/private-data.ts'
import { collectSooner } from './server/heap.ts'
import { holdBuild } from './server/hold-build.ts'
import { logEverything } from './server/one-log.ts'
import { supervise, tell } from './server/primary.ts'
import { giveUp, refusalOf } from './server/refusal.ts'
import { endWithStarter } from './server/starter.ts'

/** The built server, and the folder of the build, where the site's static files stand beside it. */
const entry = fileURLToPath(import.meta.url)
const buildFolder = path.join(path.dirname(entry), '..')

let logging: OpenLog | undefined

async function main(): Promise<void> {
  writePrivately()
  collectSooner()
  if (cluster.isPrimary) endWithStarter()
  const config = readConfig(process.env)
  logging = openLog(config)
  logEverything(logging.log)
  holdBuild(buildFolder, logging.log)
  if (config.WEB_CONCURRENCY > 1 && cluster.isPrimary) return supervise(config, entry, logging)
  // Only now: the process that starts the others needs nothing of it.
  const { serve } = await import('./server/worker.ts')
  const address = await serve(config, path.join(buildFolder, 'client'), logging)
  if (cluster.isWorker) await tell({ serving: address })
  else say(logging.log, `Padavu is at ${address}`)
}

main().catch(async (error: unknown) => {
  const refusal = refusalOf(error)
  logging?.close()
  if (refusal !== undefined && cluster.isWorker) await tell({ refused: refusal })
  else if (refusal !== undefined) giveUp(refusal)
  else if (logging) logging.log.fatal({ err: error }, 'Padavu cannot start')
  else throw error
  process.exit(1)
})
