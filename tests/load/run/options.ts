import type { Engine } from '#db/database.ts'
import type { Typed, TypedOption } from '#lib/server/command-line.mjs'

/** What `npm run bench -- …` was asked for. */
export interface Options {
  /** Sections to run; undefined: all that need not be asked for. */
  only: string[] | undefined
  engines: Engine[]
  json: boolean
  build: boolean
  /** The release to compare with as git names it; undefined: the default; false: none. */
  previous: string | false | undefined
  /** Of growth and staff-search: where the data stay for the next run. */
  data: string | undefined
  /** Of growth: only what has this in its name. */
  named: string
  /** Of staff-search: how many learners there are. */
  learners: number | undefined
}

/** Options of `npm run bench`; `--NAME` of a section is short for `--only=NAME`. */
export function benchOptions(sections: readonly string[]): Record<string, TypedOption> {
  return {
    only: { value: 'SECTION,…', listOf: sections, about: 'runs these sections alone' },
    engine: { value: 'ENGINE', oneOf: engines, about: 'sqlite or postgres; both' },
    previous: { value: 'REV|none', about: "what the column 'old' is built from" },
    'no-build': { about: 'takes the build of this folder as it is' },
    json: { about: 'for programs' },
    data: { value: 'DIR', about: 'where the data of growth and staff-search stay' },
    named: { value: 'TEXT', about: 'of growth: which rows it measures' },
    learners: {
      value: 'N',
      from: 100,
      to: 9_999_999,
      about: 'of staff-search: how many learners there are; a million',
    },
    ...Object.fromEntries(sections.map((section) => [section, { about: `short for --only=${section}` }])),
  }
}

const engines: Engine[] = ['sqlite', 'postgres']

/** @param options what was given of `benchOptions` */
export function readOptions(options: Typed['options'], sections: readonly string[]): Options {
  const { only, engine, previous, learners } = options
  const chosen = [...sections.filter((section) => options[section] !== undefined), ...(only?.split(',') ?? [])]
  return {
    only: chosen.length > 0 ? chosen : undefined,
    engines: engines.filter((one) => one === (engine ?? one)),
    json: options.json !== undefined,
    build: options['no-build'] === undefined,
    previous: previous === 'none' ? false : previous,
    data: options.data,
    named: options.named ?? '',
    learners: learners === undefined ? undefined : Number(learners),
  }
}
