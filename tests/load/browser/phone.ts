import { chromium, type Browser, type BrowserContext } from 'playwright'
import { JOURNAL } from '#lib/browser/device/device-data.ts'
import { findChromium } from '../../../scripts/chromium.mjs'
import { seedCandidates, type Data } from '../candidates.ts'
import { startExam } from './demo.ts'
import { cell, median, type Result } from '../results.ts'
import type { Section } from '../run/section.ts'
import type { Product } from '../run/stage.ts'
import { seedClass } from '../study/students.ts'

/** How often each visit is made; medians are quoted. */
const LOOKS = 3

/** A phone of 2 GB on a poor network. */
const SLOWER = 6
const BITS_A_SECOND = 400_000
const LATENCY = 400

/** Until a question can be answered, in seconds: on the first visit, and on one that finds the cache filled. */
const wanted = { first: 6, second: 2 }
const GIVE_UP = 90_000
const SECOND = 1000

interface Visitor {
  id: number
  token: string
}

interface Scene {
  /** For each look somebody who has not been there. */
  candidates: { examId: number; user: Visitor }[]
  learners: { user: Visitor; courseId: number }[]
}

/** How long a learner with a slow phone waits. */
export const phone: Section = {
  name: 'phone',
  title: 'Seconds on a slow phone: a sixth of the processor, 400 kbit/s, 400 ms',
  run: (stage) => stage.withProducts('sqlite', seed, measured),
}

async function seed(data: Data): Promise<Scene> {
  const { courseId, learners } = await seedClass(data, LOOKS)
  const candidates = await seedCandidates(data, LOOKS, { started: false })
  const known = { registration_completed: 'Y' }
  return {
    candidates: candidates.map(({ examId, user }) => ({ examId, user: user as Visitor })),
    learners: learners.map((learner) => ({ user: { ...learner, ...known }, courseId })),
  }
}

async function measured(products: Product<Scene>[]): Promise<Result[]> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const results: Result[] = []
    for (const { column, url, scene } of products) {
      const exams = scene.candidates.map(({ examId, user }) => async () => {
        await startExam(url, user, examId)
        return twice(browser, url, user, `/exam/${examId}/start`, answered)
      })
      const pages = (pathOf: (courseId: number) => string) =>
        scene.learners.map(
          ({ user, courseId }) =>
            () =>
              twice(browser, url, user, pathOf(courseId), shown),
        )
      results.push(
        ...(await rows(`exam, until an answer is kept, ${column}`, exams, column === 'new' ? wanted : undefined)),
        ...(await rows(
          `dashboard, until it shows, ${column}`,
          pages(() => '/dashboard'),
        )),
        ...(await rows(
          `course, until it shows, ${column}`,
          pages((courseId) => `/my-courses/${courseId}`),
        )),
      )
    }
    return results
  } finally {
    await browser.close()
  }
}

type Visits = Record<keyof typeof wanted, number>

async function rows(name: string, looks: (() => Promise<Visits>)[], budget?: Visits): Promise<Result[]> {
  const visits: Visits[] = []
  for (const look of looks) visits.push(await look())
  return (['first', 'second'] as const).map((visit) => {
    const seconds = median(visits.map((each) => each[visit]))
    return cell(name, `${visit} visit`, seconds, budget && { atMost: budget[visit] })
  })
}

/** Two visits of a browser that has never been there; between them it has time for what waits until the page is idle. */
async function twice(browser: Browser, url: string, user: Visitor, path: string, ready: Ready): Promise<Visits> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  try {
    await context.addInitScript((text) => localStorage.setItem('user', text), JSON.stringify(user))
    await context.addInitScript(ready, JOURNAL)
    const first = await visit(context, url + path)
    return { first, second: await visit(context, url + path) }
  } finally {
    await context.close()
  }
}

async function visit(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const throughput = BITS_A_SECOND / 8
  const network = { offline: false, latency: LATENCY, downloadThroughput: throughput, uploadThroughput: throughput }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(address, { waitUntil: 'commit', timeout: GIVE_UP })
  const ready = await page.waitForFunction(() => (globalThis as { readyAt?: number }).readyAt, undefined, {
    polling: 100,
    timeout: GIVE_UP,
  })
  const milliseconds = (await ready.jsonValue())!
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.waitForLoadState('networkidle', { timeout: GIVE_UP })
  await page.close()
  return milliseconds / SECOND
}

/** Runs in the page from its beginning and sets `readyAt`, milliseconds since the navigation began. */
type Ready = (journal: string) => unknown

/** Chooses an option as soon as there is one, and sees that the choice is in the device's journal. */
async function answered(journal: string): Promise<void> {
  /** The number of the latest action that the journal has; of the place and the times, which have none, it says nothing. */
  const latest = async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === journal)) return 0
    return new Promise<number>((resolve) => {
      const opening = indexedDB.open(journal)
      opening.onsuccess = () => {
        const reading = opening.result.transaction('actions').objectStore('actions').getAll()
        reading.onsuccess = () => {
          opening.result.close()
          resolve(Math.max(0, ...(reading.result as { seq?: number }[]).map(({ seq = 0 }) => seq)))
        }
      }
    })
  }
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
  const before = await latest()
  for (;;) {
    const options = document.querySelectorAll<HTMLInputElement>('input[type=radio]:not(:disabled):not(:checked)')
    if (options.length > 0) {
      options[0]!.click()
      for (let tries = 0; tries < 10; tries++) {
        if ((await latest()) > before) return void ((globalThis as { readyAt?: number }).readyAt = performance.now())
        await pause()
      }
    }
    await pause()
  }
}

/** Looks whether what the first screen shows is there: the server has answered a call, and nothing stands in for data. */
function shown(): void {
  const found = globalThis as { readyAt?: number }
  const inSight = (element: Element) => {
    const { top, bottom, height } = element.getBoundingClientRect()
    return height > 0 && bottom > 0 && top < innerHeight
  }
  const look = () => {
    const main = document.querySelector('main')
    const waits = [...document.querySelectorAll('.skeleton, astro-island[ssr]')].some(inSight)
    const says = [...(main?.querySelectorAll('h1, h2') ?? [])].some(inSight)
    const asked = performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/'))
    if (asked && says && !waits) found.readyAt = performance.now()
    else setTimeout(look, 20)
  }
  look()
}
