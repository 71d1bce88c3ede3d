import { endProblem, LONGEST_CLASS } from '#features/live-classes/class.rules.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import type { PackReader } from '../pack-reader.ts'
import { allDay } from '../../times.ts'
import { liveClassesSchema, type LiveClassEntry } from '../../schemas/learning-schemas.ts'

const NAME = 'live-classes.yaml'

const said = { 'not after the start': 'after', 'too long': `at most ${LONGEST_CLASS / HOUR} hours after` }

/** Reads live-classes.yaml, after the courses it refers to. */
export function readLiveClasses(reader: PackReader): LiveClassEntry[] {
  const file = reader.has(NAME) ? reader.yaml(NAME) : undefined
  const classes = file?.parse(liveClassesSchema)
  if (!file || !classes) return []
  for (const [index, { course, starts, ends }] of classes.entries()) {
    if (!reader.known.courses.has(course)) file.problem([index, 'course'], `there is no course '${course}'`)
    const problem = allDay(starts, ends, reader.now).flatMap(([start, end]) => endProblem(start, end) ?? [])[0]
    if (problem) file.problem([index, 'ends'], `ends (${ends}) must be ${said[problem]} starts (${starts})`)
  }
  return classes
}
