import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, onTestFailed, test } from 'vitest'
import { firefoxPrograms, webkitPrograms } from '../../scripts/debian-tests.mjs'
import { overlaidPrograms } from '../../scripts/debian.mjs'
import type { Driver } from './drivers/driver.ts'
import { startFirefox } from './drivers/firefox.ts'
import { startWebKit } from './drivers/webkit.ts'
import { offlineAnswers } from './journeys/exam.ts'
import { loggingIn } from './journeys/log-in.ts'
import { buying } from './journeys/purchase.ts'
import { workingAsStaff } from './journeys/staff.ts'
import { asking } from './journeys/support.ts'
import { watching } from './journeys/video.ts'
import { Page } from './page.ts'
import { startSite, type Site } from './site.ts'

const browsers = {
  Firefox: { programs: firefoxPrograms, start: startFirefox },
  WebKitGTK: { programs: webkitPrograms, start: startWebKit },
}

const journeys = [loggingIn, offlineAnswers, buying, watching, asking, workingAsStaff]

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

describe.each(Object.entries(browsers))('in %s', (name, { programs, start }) => {
  let driver: Driver
  beforeAll(async () => {
    driver = await start(await overlaidPrograms(programs))
  })
  afterAll(() => driver?.close())

  test.each(journeys)('$title', async ({ run }) => {
    onTestFailed(async () => {
      mkdirSync('test-results', { recursive: true })
      const file = path.join('test-results', `${name}-${journeys.findIndex((journey) => journey.run === run)}.png`)
      writeFileSync(file, Buffer.from(await driver.screenshot(), 'base64'))
    })
    await site.openDoor()
    await run(new Page(driver, site.url), site)
  })
})
