import { pictureRatios } from '#core/content/stored-picture.ts'
import { newsProblems } from '#features/news/staff/news-entry.rules.ts'
import { newsSchema, splashesSchema, type SplashEntry } from '../../schemas/announcement-schemas.ts'
import type { PackNews } from '../../pack.ts'
import type { PackReader } from '../pack-reader.ts'
import { readBody, reportStrayBodies } from './read-body.ts'
import { THUMBNAIL } from '../course/read-course-parts.ts'
import type { YamlFile } from '../yaml-file.ts'

/** Reads news.yaml, and news/KEY.md of those entries that have a text of their own. */
export async function readNews(reader: PackReader): Promise<PackNews[]> {
  const file = reader.has('news.yaml') ? reader.yaml('news.yaml') : undefined
  const entries = file ? file.parse(newsSchema) : []
  if (!entries) return []
  reportStrayBodies(reader, 'news', entries)
  if (!file) return []
  const read: PackNews[] = []
  for (const [index, { key, title, link, ...entry }] of (await withPictures(reader, file, entries)).entries()) {
    const name = `news/${key}.md`
    const hasPage = reader.has(name) || reader.has(`news/${key}.html`)
    const { body, source } = hasPage ? await readBody(reader, `news/${key}`) : { body: null, source: undefined }
    for (const { field, problem } of newsProblems({ title, link, hasPage: body !== null }))
      file.problem([index, field], newsProblemWords[problem](name))
    read.push({ ...entry, key, title: title ?? null, link: link ?? null, body, source })
  }
  return read
}

const newsProblemWords = {
  'title missing': (name: string) => `title is missing: ${name} is a page with a title`,
  'title without page': (name: string) => `title is only for an entry with a page: there is no ${name}`,
  'link missing': (name: string) => `link is missing: there is no ${name} that would tell more`,
}

/** Reads splashes.yaml. */
export async function readSplashes(reader: PackReader): Promise<SplashEntry[]> {
  const file = reader.has('splashes.yaml') ? reader.yaml('splashes.yaml') : undefined
  const entries = file?.parse(splashesSchema)
  if (!file || !entries) return []
  const read = await withPictures(reader, file, entries)
  for (const [index, entry] of read.entries())
    if (entry.portrait !== undefined)
      entry.portrait = await reader.picture(file, [index, 'portrait'], entry.portrait, pictureRatios.tall)
  return read
}

async function withPictures<Entry extends { image: string }>(reader: PackReader, file: YamlFile, entries: Entry[]) {
  const read: Entry[] = []
  // One after the other: each picture gets a number of its own.
  for (const [index, entry] of entries.entries())
    read.push({ ...entry, image: await reader.picture(file, [index, 'image'], entry.image, THUMBNAIL) })
  return read
}
