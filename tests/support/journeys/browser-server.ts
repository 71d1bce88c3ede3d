import { startServer, temporaryFolder } from '../servers/server.ts'

/**
 * One production server with the demo content for all journeys; each journey brings learners of its own, and an address
 * of its own (`x-forwarded-for`), since what one address may ask for is limited.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { folder, remove } = temporaryFolder()
  const settings = { CONTENT: 'src/content/demo', OTP_SENDER: 'outbox', TRUSTED_PROXIES: 'loopback' }
  const server = await startServer(folder, settings)
  process.env.E2E_URL = server.url
  process.env.E2E_DATA_DIR = folder
  return async () => {
    await server.stop()
    remove()
  }
}
