import type { Pack } from '../../pack.ts'
import { retiredOf, syncTable, touched, type Changes } from '../sync.ts'
import type { ImportRun } from '../staging/import-run.ts'
import { scheduled } from '../../times.ts'
import { webinarStarts, withdrawMoved } from './webinar-reminders.ts'

type Imported = Changes & { ids: Map<string, number> }

/** Writes the articles of the blog, and webinars. Who has registered for a webinar stays registered. */
export async function importPublications(
  run: ImportRun,
  { blog, webinars }: Pack,
  address: (text: string) => string,
  now: number,
): Promise<{ blog: Imported; webinars: Imported }> {
  const articles = await run.db.selectFrom('blog_articles').select(['key', 'published_at', 'published_rule']).execute()
  const knownArticles = new Map(articles.map((row) => [row.key, row]))
  const held = await run.db
    .selectFrom('webinars')
    .select(['key', 'starts_at', 'ends_at', 'starts_rule', 'ends_rule'])
    .execute()
  const knownWebinars = new Map(held.map((row) => [row.key, row]))
  const starts = await webinarStarts(run.db)
  const imported = {
    blog: await syncTable(
      run,
      'blog_articles',
      ['key'],
      blog.map(({ key, title, summary, author, image, alt, body, published, hidden }) => {
        const old = knownArticles.get(key)
        const time = scheduled(published, old && { at: old.published_at, rule: old.published_rule }, now)
        return {
          ...{ key, title, summary, author, alt },
          image: address(image),
          body_html: address(body),
          published_at: time.at,
          published_rule: time.rule,
          ...retiredOf({ hidden }),
        }
      }),
    ),
    webinars: await syncTable(
      run,
      'webinars',
      ['key'],
      webinars.map((webinar) => {
        const { key, title, summary, presenter, alt, join_url, recording, seats } = webinar
        const old = knownWebinars.get(key)
        const start = scheduled(webinar.starts, old && { at: old.starts_at, rule: old.starts_rule }, now)
        const end = scheduled(webinar.ends, old && { at: old.ends_at, rule: old.ends_rule }, now)
        return {
          ...{ key, title, summary, presenter, alt, join_url },
          about_html: address(webinar.aboutHtml),
          image: address(webinar.image),
          recording_url: recording ?? null,
          seats: seats ?? null,
          starts_at: start.at,
          starts_rule: start.rule,
          ends_at: end.at,
          ends_rule: end.rule,
          ...retiredOf(webinar),
        }
      }),
    ),
  }
  if (touched(imported.webinars)) run.last((tx) => withdrawMoved(tx, starts))
  return imported
}
