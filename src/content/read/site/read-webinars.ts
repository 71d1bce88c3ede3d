import type { PackWebinar } from '../../pack.ts'
import type { PackReader } from '../pack-reader.ts'
import { webinarsSchema } from '../../schemas/publication-schemas.ts'
import { THUMBNAIL } from '../course/read-course-parts.ts'
import { isAlwaysAfter } from '../../times.ts'

const NAME = 'webinars.yaml'

/** Reads webinars.yaml; undefined when its shape is wrong. */
export async function readWebinars(reader: PackReader): Promise<PackWebinar[] | undefined> {
  if (!reader.has(NAME)) return []
  const file = reader.yaml(NAME)
  const entries = file?.parse(webinarsSchema)
  if (!file || !entries) return undefined
  const read: PackWebinar[] = []
  for (const [index, { about, html, ...entry }] of entries.entries()) {
    const { starts, ends } = entry
    if (!isAlwaysAfter(ends, starts, reader.now)) {
      file.problem([index, 'ends'], `ends (${ends}) must be after starts (${starts})`)
    }
    read.push({
      ...entry,
      image: await reader.picture(file, [index, 'image'], entry.image, THUMBNAIL),
      aboutHtml: await reader.written(file, [index, 'about'], about, { asHtml: html }),
      source: html ? undefined : reader.sourceOf({ about }),
    })
  }
  return read
}
