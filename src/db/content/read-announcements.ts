import { newsSchema, splashesSchema, type NewsEntry, type SplashEntry } from './announcement-schemas.ts'
import type { PackReader } from './pack-reader.ts'
import { THUMBNAIL } from './read-course-parts.ts'
import type { YamlFile } from './yaml-file.ts'

/** Reads news.yaml. */
export async function readNews(reader: PackReader): Promise<NewsEntry[]> {
  const file = reader.has('news.yaml') ? reader.yaml('news.yaml') : undefined
  const entries = file?.parse(newsSchema)
  return file && entries ? withPictures(reader, file, entries) : []
}

/** Reads splashes.yaml. */
export async function readSplashes(reader: PackReader): Promise<SplashEntry[]> {
  const file = reader.has('splashes.yaml') ? reader.yaml('splashes.yaml') : undefined
  const entries = file?.parse(splashesSchema)
  return file && entries ? withPictures(reader, file, entries) : []
}

async function withPictures<Entry extends { image: string }>(reader: PackReader, file: YamlFile, entries: Entry[]) {
  const read: Entry[] = []
  // One after the other: each picture gets a number of its own.
  for (const [index, entry] of entries.entries())
    read.push({ ...entry, image: await reader.picture(file, [index, 'image'], entry.image, THUMBNAIL) })
  return read
}
