import path from 'node:path'
import { start } from '../processes.ts'
import { ask, browserHeaders, sameReply } from '../requests/replies.ts'
import { figure, type Columns, type Result } from '../results.ts'
import { inTurn } from '../requests/rounds.ts'
import type { Section } from '../run/section.ts'
import type { Product, Stage } from '../run/stage.ts'

const SECONDS = 4
/** At once, where what is measured is a rate. */
const CONNECTIONS = 64
/** Fewer, where a request takes long. */
const FEW = 16
const PAGE = '/courses'

/** The catalogue's page from memory, under addresses that were not seen before, and drawn anew. */
export const pages: Section = {
  name: 'pages',
  title: 'Pages of the catalogue',
  run: (stage) =>
    stage.withProducts(
      'sqlite',
      async () => {},
      (products) => measured(stage, products),
    ),
}

async function measured(stage: Stage, products: Product<void>[]): Promise<Result[]> {
  const reply = await ask(products.at(-1)!.url, { path: PAGE, method: 'GET' })
  const bare = await start([path.join(import.meta.dirname, 'bare-page.ts')], sameReply(reply, stage.folder), '/')
  try {
    const used = await stage.processorOf(bare, 'sqlite')
    const common = { seconds: SECONDS, headers: browserHeaders }
    const page = (of: { url: string }) => ({ ...common, url: of.url + PAGE, connections: CONNECTIONS })
    const known = await inTurn([...products, { column: 'bare', url: bare.url, processorMs: used }], page)
    const unknown = await inTurn(products, (product) => ({ ...page(product), vary: 'unknown' }))
    const anew = await inTurn(products, (of) => ({ ...page(of), connections: FEW, vary: 'search' }))
    const list = await inTurn(products, ({ url }) => ({
      ...common,
      url: `${url}/api/v1/user/courses`,
      connections: CONNECTIONS,
    }))
    const times = eachOf(unknown.processorMs, known.processorMs, (one, other) => one / other)
    const failures = [known, unknown, anew, list].map((turns) => turns.failures)
    return [
      figure(
        'from memory',
        known.perSecond,
        'requests/s',
        { atLeast: 0.6, of: 'bare' },
        'Moodle 4.5 on two cores, one day: 32/s; its login page',
      ),
      figure('from memory, processor', known.processorMs, 'ms/request'),
      figure('unknown parameters, new each time', unknown.perSecond, 'requests/s'),
      figure('unknown parameters, processor', unknown.processorMs, 'ms/request'),
      figure('unknown parameters against known address', times, 'times', { atMost: 1.3 }),
      figure('drawn anew', anew.perSecond, 'requests/s', {}, 'Moodle 4.5 on two cores, one day: 27/s'),
      figure('drawn anew, compressed, processor', anew.processorMs, 'ms/request', { atMost: 6 }),
      figure('user/courses call', list.perSecond, 'requests/s'),
      figure(
        'failed',
        failures.reduce((sum, each) => eachOf(sum, each, (one, other) => one + other)),
        'requests',
        {
          atMost: 0,
        },
      ),
    ]
  } finally {
    await bare.stop()
  }
}

/** Calculates with two measures, column by column. */
function eachOf(one: Columns, other: Columns, work: (one: number, other: number) => number): Columns {
  const of = (column: keyof Columns) =>
    one[column] === undefined || other[column] === undefined ? undefined : work(one[column], other[column])
  return { new: of('new')!, old: of('old'), bare: of('bare') }
}
