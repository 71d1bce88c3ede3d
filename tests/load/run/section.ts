import type { Engine } from '#db/database.ts'
import type { Options } from './options.ts'
import type { Result } from '../results.ts'
import type { Stage } from './stage.ts'

/** One thing that the bench measures; it prints as it ends and can be run alone. */
export interface Section {
  /** For `--only`. */
  name: string
  title: string
  /** Engines on which it runs, one after the other; left out: it is no matter of the engine. */
  engines?: Engine[]
  /** Only when it is asked for by name: it takes long. */
  onRequest?: boolean
  run: (stage: Stage, engine: Engine, options: Options) => Promise<Result[]>
}

/** What people call the engines. */
export const names: Record<Engine, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
