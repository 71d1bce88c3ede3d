import { liveClassesSchema, type LiveClassEntry } from '../../schemas/learning-schemas.ts'
import type { PackReader } from '../pack-reader.ts'
import { isAlwaysAfter } from '../../times.ts'

const NAME = 'live-classes.yaml'

/** Reads live-classes.yaml, after the courses it refers to. */
export function readLiveClasses(reader: PackReader): LiveClassEntry[] {
  const file = reader.has(NAME) ? reader.yaml(NAME) : undefined
  const classes = file?.parse(liveClassesSchema)
  if (!file || !classes) return []
  for (const [index, { course, starts, ends }] of classes.entries()) {
    if (!reader.known.courses.has(course)) file.problem([index, 'course'], `there is no course '${course}'`)
    if (!isAlwaysAfter(ends, starts, reader.now)) {
      file.problem([index, 'ends'], `ends (${ends}) must be after starts (${starts})`)
    }
  }
  return classes
}
