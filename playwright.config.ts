import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'
import { phone } from './tests/support/journeys/browser.ts'

// Worker processes inherit it, so it is looked for once.
process.env.CHROMIUM_PATH ??= await findChromium()

/** Journeys through the production build (`npm run build` first; `npm test` does). */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/journeys/browser-server.ts',
  fullyParallel: true,
  forbidOnly: true,
  // Most of a journey is waiting: while some wait for their pages others work, on two cores too.
  workers: 4,
  reporter: 'list',
  // Much happens in some, on a machine that has other things to do; who meets what is wanted waits no longer for that.
  timeout: 180_000,
  expect: { timeout: 30_000, toPass: { timeout: 60_000 } },
  use: {
    locale: 'en-IN',
    // Far from India on purpose: the product's times are Indian wherever the browser is.
    timezoneId: 'America/New_York',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
        // Drawing needs no process of its own, which takes a tenth of the time that a page takes.
        '--in-process-gpu',
        // Nothing is asked of anybody outside; a journey that would fails (tests/support/journeys/browser.ts).
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
  projects: [
    {
      // every-page.spec.ts looks at every page at 320 px.
      name: 'small',
      grep: /@phone/,
      use: phone,
    },
    {
      name: 'large',
      // Pictures of what moves take a third of a page's time; phones show that all works with motion.
      use: { viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } },
    },
  ],
})
