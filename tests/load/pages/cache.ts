import { readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../../scripts/project.mjs'
import { startCache } from '../../support/servers/cache.ts'
import { processorMs } from '../processes.ts'
import { ask, browserHeaders } from '../requests/replies.ts'
import { inTurn } from '../requests/rounds.ts'
import { figure, type Result } from '../results.ts'
import type { Section } from '../run/section.ts'
import type { Product, Stage } from '../run/stage.ts'

const SECONDS = 2

/** What anyone may read, through nginx with deploy/cache/nginx.conf; in the column 'bare' the server itself. */
export const cache: Section = {
  name: 'cache',
  title: "A cache in front; 'bare' is the server without it",
  onRequest: true,
  run: (stage) =>
    stage.withProducts(
      'sqlite',
      async () => {},
      (products) => measured(stage, products.at(-1)!),
      { TRUSTED_PROXIES: 'loopback' },
    ),
}

async function measured(stage: Stage, product: Product<void>): Promise<Result[]> {
  const nginx = await startCache(Number(new URL(product.url).port), path.join(stage.folder, 'nginx'), 2)
  try {
    const assets = readdirSync(path.join(root, 'dist', 'client', '_astro'))
    const targets = {
      'course list': '/courses',
      'course page': '/courses/1',
      script: `/_astro/${assets.find((name) => name.endsWith('.js'))}`,
      'category call': '/api/v1/category',
    }
    const results: Result[] = []
    for (const [name, address] of Object.entries(targets)) {
      const get = { path: address, method: 'GET' } as const
      const [through, direct] = [await ask(nginx.url, get), await ask(product.url, get)]
      results.push(
        figure(`${name}, other bytes than without`, Number(!through.body.equals(direct.body)), '', { atMost: 0 }),
      )
      for (const connections of [16, 256]) {
        const both = () => product.processorMs() + processorMs(nginx.pid)
        const turns = await inTurn(
          [
            { column: 'new', url: nginx.url, processorMs: both },
            { column: 'bare', url: product.url, processorMs: product.processorMs },
          ],
          ({ url }) => ({ url: url + address, connections, seconds: SECONDS, headers: browserHeaders }),
        )
        const row = `${name}, ${connections} connections`
        results.push(
          figure(row, turns.perSecond, 'requests/s'),
          figure(`${row}, 99th percentile`, turns.p99Ms, 'ms'),
          figure(`${row}, processor of all`, turns.processorMs, 'ms/request'),
          figure(`${row}, failed`, turns.failures, 'requests', { atMost: 0 }),
        )
      }
    }
    return results
  } finally {
    await nginx.stop()
  }
}
