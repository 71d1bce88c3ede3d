import { benchOptions, readOptions, type Options } from './run/options.ts'
import { print } from './run/print.ts'
import { build, previousRelease, thisRelease, type Release } from './run/releases.ts'
import type { Result } from './results.ts'
import { scores } from './browser/page-scores.ts'
import { phone } from './browser/phone.ts'
import { weights } from './browser/weights.ts'
import { growth } from './growth/growth.ts'
import { halls } from './halls.ts'
import { importWaits } from './imports/imports.ts'
import { memory } from './running/memory.ts'
import { cache } from './pages/cache.ts'
import { pages } from './pages/pages.ts'
import { saves } from './saves/saves.ts'
import { names, type Section } from './run/section.ts'
import { shop } from './shop/shop.ts'
import { staffExams } from './staff/staff-exams.ts'
import { Stage } from './run/stage.ts'
import { staffSearch } from './staff/learner-search.ts'
import { startup } from './running/startup.ts'
import { chapters } from './study/chapters.ts'
import { discussions } from './study/discussions.ts'
import { ownCourse } from './study/own-course.ts'
import { startCommand } from '#lib/server/start-command.mjs'
import { endOnSignals, root } from '../../scripts/project.mjs'

/** In the order in which they run. */
const sections: Section[] = [
  startup,
  saves,
  pages,
  cache,
  ownCourse,
  chapters,
  discussions,
  shop,
  memory,
  halls,
  staffExams,
  weights,
  scores,
  phone,
  growth,
  staffSearch,
  importWaits,
]

const progress = (text: string) => process.stderr.write(`${text}\n`)

/** A section on each engine that it is about. */
async function* run(section: Section, stage: Stage, options: Options): AsyncGenerator<[title: string, Result[]]> {
  if (!section.engines) return yield [section.title, await section.run(stage, 'sqlite', options)]
  for (const engine of section.engines.filter((one) => options.engines.includes(one))) {
    progress(`${section.name} on ${engine}`)
    yield [`${section.title}, ${names[engine]}`, await section.run(stage, engine, options)]
  }
}

async function main(options: Options): Promise<void> {
  const releases: Release[] = [thisRelease]
  const previous = options.previous === false ? undefined : await previousRelease(options.previous, progress)
  if (previous) releases.unshift(previous)
  if (!options.json && previous) console.log(`old: ${previous.name}`)
  const stage = new Stage(releases)
  const results: (Result & { section: string })[] = []
  try {
    for (const section of sections.filter(({ name, onRequest }) => options.only?.includes(name) ?? !onRequest)) {
      for await (const [title, measured] of run(section, stage, options)) {
        results.push(...measured.map((result) => ({ section: title, ...result })))
        if (!options.json) print(title, measured)
      }
    }
  } finally {
    await stage.close()
  }
  if (options.json) console.log(JSON.stringify({ results }))
  process.exitCode = results.every((result) => result.ok) ? 0 : 1
}

const sectionNames = sections.map(({ name }) => name)
const { options: given } = startCommand({
  name: 'npm run bench',
  about: [
    'Measures the build of this folder and of the release before it. Without --only all sections run, but for those',
    'that take long.',
    '',
  ],
  options: benchOptions(sectionNames),
})
endOnSignals()
const options = readOptions(given, sectionNames)
if (options.build && !build(root)) process.exit(1)
await main(options)
