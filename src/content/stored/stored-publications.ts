import { readSources } from '#core/content/text-sources.ts'
import type { Site } from '#core/site/site.ts'
import type { Db } from '#db/database.ts'
import type { Pack } from '../pack.ts'
import { hiddenOf, shown, type Reading } from './reading.ts'

/** Live classes as a pack has them; those of a course that has left the content are none of it. */
export async function storedLiveClasses(db: Db, reading: Reading): Promise<Pack['liveClasses']> {
  const rows = await db
    .selectFrom('live_classes')
    .innerJoin('courses', 'courses.id', 'live_classes.course_id')
    .where('live_classes.retired', 'in', shown(reading))
    .where('courses.retired', 'in', shown(reading))
    .selectAll('live_classes')
    .select('courses.key as course')
    .orderBy('live_classes.id')
    .execute()
  return rows.map(({ key, course, title, tutor_name: mentor, join_url, ...times }) => ({
    ...{ key, course, title, mentor },
    starts: reading.words(times.starts_at, times.starts_rule),
    ends: reading.words(times.ends_at, times.ends_rule),
    join_url,
    ...hiddenOf(times),
  }))
}

/** News as a pack has them. */
export async function storedNews(db: Db, reading: Reading): Promise<Pack['news']> {
  const rows = await db
    .selectFrom('news')
    .innerJoin('news_categories', 'news_categories.id', 'news.category_id')
    .where('news.retired', 'in', shown(reading))
    .selectAll('news')
    .select('news_categories.title as category')
    .orderBy('news.id')
    .execute()
  const sources = await readSources(db, 'news')
  return rows.map(({ key, category, title, description: text, body_html: body, link, image, alt, ...time }) => ({
    ...{ key, category, title, text, body, image, alt },
    link: link === '' ? null : link,
    published: reading.words(time.published_at, time.published_rule),
    source: body === null ? undefined : sources(key, [body]),
    ...hiddenOf(time),
  }))
}

/** Articles of the blog as a pack has them. */
export async function storedArticles(db: Db, reading: Reading): Promise<Pack['blog']> {
  const rows = await db
    .selectFrom('blog_articles')
    .where('retired', 'in', shown(reading))
    .selectAll()
    .orderBy('id')
    .execute()
  const sources = await readSources(db, 'article')
  return rows.map(({ key, title, summary, author, image, alt, body_html: body, ...time }) => ({
    ...{ key, title, summary, author, image, alt, body },
    published: reading.words(time.published_at, time.published_rule),
    source: sources(key, [body]),
    ...hiddenOf(time),
  }))
}

/** Webinars as a pack has them. */
export async function storedWebinars(db: Db, reading: Reading): Promise<Pack['webinars']> {
  const rows = await db
    .selectFrom('webinars')
    .where('retired', 'in', shown(reading))
    .selectAll()
    .orderBy('id')
    .execute()
  const sources = await readSources(db, 'webinar')
  return rows.map(({ key, title, summary, about_html: aboutHtml, presenter, image, alt, join_url, ...more }) => ({
    ...{ key, title, summary, aboutHtml, presenter, image, alt },
    starts: reading.words(more.starts_at, more.starts_rule),
    ends: reading.words(more.ends_at, more.ends_rule),
    join_url,
    recording: more.recording_url ?? undefined,
    seats: more.seats ?? undefined,
    source: sources(key, [aboutHtml]),
    ...hiddenOf(more),
  }))
}

/** Marketing splashes as a pack has them. */
export async function storedSplashes(
  db: Db,
  { splashes }: Pick<Site, 'splashes'>,
  reading: Reading,
): Promise<Pack['splashes']> {
  const rows = await db
    .selectFrom('marketing_splashes')
    .where('retired', 'in', shown(reading))
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ key, web_image: image, alt, splash_success: success, retired }) => {
    const { title = '', text = '', portrait = null } = splashes.find((words) => words.key === key) ?? {}
    return {
      ...{ key, image, alt, success },
      portrait: portrait ?? undefined,
      title: title === '' ? undefined : title,
      text: text === '' ? undefined : text,
      ...hiddenOf({ retired }),
    }
  })
}
