import { residentMb, type Running } from '../processes.ts'
import { figure, type Columns, type Result } from '../results.ts'
import type { Section } from '../run/section.ts'
import type { Product } from '../run/stage.ts'

/** A start on existing data, and what a server holds that nobody has asked anything. */
export const startup: Section = {
  name: 'startup',
  title: 'Start',
  run: (stage) => stage.withProducts('sqlite', async () => {}, measured),
}

function measured(products: Product<void>[]): Promise<Result[]> {
  return Promise.resolve([
    figure(
      'from node to listening',
      columnsOf(products, ({ startMs }) => startMs / 1000),
      's',
      { atMost: 1 },
    ),
    figure(
      'resident memory at rest',
      columnsOf(products, ({ pid }) => residentMb(pid)),
      'MB',
      { atMost: 150 },
    ),
  ])
}

/** A figure of each release. */
function columnsOf(products: Product<unknown>[], work: (server: Running) => number): Columns {
  const of = (column: 'new' | 'old') => {
    const product = products.find((one) => one.column === column)
    return product && work(product.server)
  }
  return { new: of('new')!, old: of('old') }
}
