import { brotliCompressSync } from 'node:zlib'
import { chromium, type Page } from 'playwright'
import { findChromium } from '../../../scripts/chromium.mjs'

/** Compressed bytes a page makes a browser fetch until it is quiet. */
export interface Weight {
  /** Files, and the scripts that stand in the page itself, compressed on their own. */
  scripts: number
  styles: number
}

export interface Visit {
  path: string
  /** What is done on the page, and which of the product's files it brings; the weight includes them. */
  then?: { named: string; act: (page: Page) => Promise<void>; brings: RegExp }
}

/**
 * Visits pages in a fresh browser each, with an optional signed-in learner, and adds up what came over the wire. Other
 * hosts are out of reach: the product's own weight does not depend on them.
 */
export async function weigh(base: string, visits: (string | Visit)[], user?: object): Promise<Map<string, Weight>> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const weights = new Map<string, Weight>()
  try {
    for (const visit of visits) {
      const { path, then } = typeof visit === 'string' ? { path: visit } : visit
      const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
      if (user) await context.addInitScript((text) => localStorage.setItem('user', text), JSON.stringify(user))
      await context.route(
        (url) => url.origin !== base,
        (route) => route.abort(),
      )
      const page = await context.newPage()
      const weight: Weight = { scripts: 0, styles: 0 }
      const counted: Promise<void>[] = []
      page.on('requestfinished', (request) => {
        const kind = request.resourceType()
        if (kind !== 'script' && kind !== 'stylesheet') return
        counted.push(
          request.sizes().then(({ responseBodySize }) => {
            weight[kind === 'script' ? 'scripts' : 'styles'] += responseBodySize
          }),
        )
      })
      await page.goto(base + path, { waitUntil: 'networkidle' })
      if (then) {
        const brought = page.waitForEvent('requestfinished', (request) => then.brings.test(request.url()))
        await then.act(page)
        await brought
      }
      await Promise.all(counted)
      const inline = await page.$$eval('script:not([src]):not([type="application/ld+json"])', (scripts) =>
        scripts.map((script) => script.textContent).join('\n'),
      )
      weight.scripts += brotliCompressSync(inline).length
      weights.set(then ? `${path} ${then.named}` : path, weight)
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return weights
}
