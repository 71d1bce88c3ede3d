import cluster from 'node:cluster'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '#api/config.ts'
import { supervise, tell } from './server/primary.ts'
import { giveUp, refusalOf } from './server/refusal.ts'
import { endWithStarter } from './server/starter.ts'

/** The built site's static files stand beside the built server. */
const clientFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'client')

async function main(): Promise<void> {
  if (cluster.isPrimary) endWithStarter()
  const config = readConfig(process.env)
  if (config.WEB_CONCURRENCY > 1 && cluster.isPrimary) return supervise(config)
  // Only now: the process that starts the others needs nothing of it.
  const { serve } = await import('./server/worker.ts')
  const address = await serve(config, clientFolder)
  if (cluster.isWorker) await tell({ serving: address })
  else console.log(`Padavu is at ${address}`)
}

main().catch(async (error: unknown) => {
  const refusal = refusalOf(error)
  if (refusal === undefined) console.error(error)
  else if (cluster.isWorker) await tell({ refused: refusal })
  else giveUp(refusal)
  process.exit(1)
})
