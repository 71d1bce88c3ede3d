import type { Engine } from '#db/database.ts'

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

const flags = ['json', 'no-build']
const values = ['only', 'engine', 'previous', 'data', 'named', 'learners']

/**
 * @param sections names that `--only` knows; `--NAME` is short for `--only=NAME`
 * @throws Error that says what was not understood
 */
export function readOptions(given: string[], sections: string[]): Options {
  const found = new Map<string, string>()
  const only: string[] = []
  for (const option of given) {
    const [, name = '', value] = /^--([a-z-]+)(?:=(.+))?$/.exec(option) ?? []
    if (sections.includes(name) && value === undefined) only.push(name)
    else if (value === undefined ? flags.includes(name) : values.includes(name)) found.set(name, value ?? '')
    else throw new Error(`What is ${option}?\n${usage(sections)}`)
  }
  only.push(...(found.get('only')?.split(',') ?? []))
  const unknown = only.find((name) => !sections.includes(name))
  if (unknown !== undefined) throw new Error(`There is no section ${unknown}.\n${usage(sections)}`)
  const engine = found.get('engine')
  const engines = (['sqlite', 'postgres'] as const).filter((one) => (engine ?? one) === one)
  if (engines.length === 0) throw new Error(`--engine is sqlite or postgres, not ${engine}`)
  const previous = found.get('previous')
  const learners = found.get('learners')
  if (learners !== undefined && !/^[1-9]\d{2,6}$/.test(learners))
    throw new Error(`--learners is a number from 100 to 9999999, not ${learners}`)
  return {
    only: only.length > 0 ? only : undefined,
    engines,
    json: found.has('json'),
    build: !found.has('no-build'),
    previous: previous === 'none' ? false : previous,
    data: found.get('data'),
    named: found.get('named') ?? '',
    learners: learners === undefined ? undefined : Number(learners),
  }
}

const usage = (sections: string[]) => `npm run bench -- [OPTIONS]
  --only=SECTION,…        ${sections.join(', ')}
  --engine=ENGINE         sqlite or postgres; both
  --previous=REV|none     what the column 'old' is built from
  --no-build              takes the build of this folder as it is
  --json                  for programs
  --data=DIR              where the data of growth and staff-search stay
  --named=TEXT            of growth: which rows it measures
  --learners=N            of staff-search: how many learners there are; a million`
