import { launch } from 'chrome-launcher'
import lighthouse, { type Result as Report } from 'lighthouse'
import { chromium } from 'playwright'
import { mainThreadTime, type MainThreadTime, type TraceEvent } from '../../support/main-thread.ts'

export type { Report }

/** A visit of a page with an empty cache; the log-in, which stands in local storage, stays. */
export interface Look {
  report: Report
  mainThread: MainThreadTime
}

export type Lighthouse = Awaited<ReturnType<typeof openLighthouse>>

/** Visits that fail before the run ends: now and then Lighthouse misses the beginning of a page. */
const MAX_TRIES = 5

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

/** Starts a browser in which Lighthouse visits pages as on a phone. */
export async function openLighthouse(chromePath: string) {
  const browser = await launch({
    chromePath,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    logLevel: 'silent',
  })
  const { port } = browser

  const look = async (address: string, { allCategories = false } = {}): Promise<Look> => {
    for (let tries = 1; ; tries++) {
      const onlyCategories = allCategories ? CATEGORIES : CATEGORIES.slice(0, 1)
      const done = await lighthouse(address, { port, logLevel: 'silent', onlyCategories })
      const trouble = done ? done.lhr.runtimeError?.message : 'no report'
      if (done && !trouble) {
        if (done.lhr.finalDisplayedUrl !== address) throw new Error(`${address} led to ${done.lhr.finalDisplayedUrl}`)
        const trace = done.artifacts.Trace.traceEvents as TraceEvent[]
        return { report: done.lhr, mainThread: mainThreadTime(trace, address) }
      }
      if (tries === MAX_TRIES) throw new Error(`${address}: ${trouble}`)
    }
  }

  /** Logs a learner in. */
  const store = async (base: string, user: object): Promise<void> => {
    const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    const page = await connected.contexts()[0]!.newPage()
    await page.goto(`${base}/healthz`)
    await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify(user))
    await page.close()
    await connected.close()
  }

  return { look, store, close: () => browser.kill() }
}

interface NetworkRequest {
  url: string
  resourceType?: string
  transferSize: number
}

/** Requests that went over the wire. */
export function requestsOf({ audits }: Report): NetworkRequest[] {
  const { items = [] } = (audits['network-requests']?.details ?? {}) as { items?: NetworkRequest[] }
  return items.filter(({ url }) => url.startsWith('http'))
}

/** Bytes of all scripts on the wire. */
export function scriptBytes(report: Report): number {
  const scripts = requestsOf(report).filter(({ resourceType }) => resourceType === 'Script')
  return scripts.reduce((sum, { transferSize }) => sum + transferSize, 0)
}
