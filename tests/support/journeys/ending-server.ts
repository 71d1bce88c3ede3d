import { test as base } from './browser.ts'
import { startServer, temporaryFolder } from '../servers/server.ts'

/** A server of the test's own, which it may end at any moment and start again on the same data. */
interface Ending {
  server: {
    kill: () => Promise<void>
    restart: () => Promise<void>
  }
}

export const test = base.extend<Ending>({
  // The page's fixtures ask for the address, so this server stands before them.
  baseURL: async ({ server: _server }, use) => use(process.env.E2E_URL),
  server: async ({}, use) => {
    const { folder, remove } = temporaryFolder()
    const settings = { CONTENT: 'src/content/demo', OTP_SENDER: 'outbox', TRUSTED_PROXIES: 'loopback' }
    let running = await startServer(folder, settings)
    const common = process.env.E2E_URL!
    process.env.E2E_URL = running.url
    const restart = async () => void (running = await startServer(folder, { ...settings, PORT: String(running.port) }))
    await use({
      kill: async () => void (await running.stop('SIGKILL')),
      restart,
    })
    process.env.E2E_URL = common
    await running.stop('SIGKILL')
    remove()
  },
})
