import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

// Worker processes inherit it, so it is looked for once.
process.env.CHROMIUM_PATH ??= await findChromium()

/** Journeys through the production build (`npm run build` first; `npm test` does). */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/browser-server.ts',
  fullyParallel: true,
  forbidOnly: true,
  // While one waits for a page another works, on two cores too.
  workers: 3,
  reporter: 'list',
  // Much happens in some, with servers and browsers that may be slow.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'en-IN',
    // Far from India on purpose: the product's times are Indian wherever the browser is.
    timezoneId: 'America/New_York',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
    },
  },
  projects: [
    {
      name: 'small',
      // Where a phone's screen is built differently, or is the one that counts. every-page.spec.ts looks at every page at
      // 320 px.
      testMatch: /\/(catalogue|course|course-player|dashboard|exam-result|exam-take|login|shell)\.spec\.ts$/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    { name: 'large', use: { viewport: { width: 1280, height: 800 } } },
  ],
})
