import type { Engine } from '#db/database.ts'
import { dataOn } from '../support/servers/engine-data.ts'
import { examHalls } from './exam-halls.ts'
import { beside, type Result } from './results.ts'
import type { Section } from './run/section.ts'
import type { Stage } from './run/stage.ts'

/** A thousand candidates at once, on data of their own. */
export const halls: Section = {
  name: 'halls',
  title: 'Exam halls',
  engines: ['sqlite', 'postgres'],
  run: measured,
}

async function measured(stage: Stage, engine: Engine): Promise<Result[]> {
  let results: Result[] = []
  for (const release of stage.releases) {
    const data = await dataOn(engine)
    try {
      results = beside(await examHalls(release, engine, data), results)
    } finally {
      await data.remove()
    }
  }
  return results
}
