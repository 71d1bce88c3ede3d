import type { Pack } from '../../pack.ts'
import { idOf, retiredOf, syncTable, type Changes } from '../sync.ts'
import type { ImportRun } from '../staging/import-run.ts'
import { scheduled } from '../../times.ts'

/** Writes news with their categories, and the marketing splashes in their order. */
export async function importAnnouncements(
  run: ImportRun,
  { news, splashes }: Pack,
  address: (text: string) => string,
  now: number,
): Promise<{ news: Changes & { ids: Map<string, number> }; splashes: Changes }> {
  // Of an entry that is out of sight the category is there, out of sight or not.
  const titles = [...new Set(news.filter(({ hidden }) => !hidden).map(({ category }) => category))]
  const categories = await syncTable(
    run,
    'news_categories',
    ['title'],
    titles.map((title) => ({ title })),
    { ahead: true },
  )
  const stored = await run.db.selectFrom('news').select(['key', 'published_at', 'published_rule']).execute()
  const known = new Map(stored.map((row) => [row.key, row]))
  return {
    news: await syncTable(
      run,
      'news',
      ['key'],
      news.map(({ key, category, title, text, body, link, image, alt, published, hidden }) => {
        const old = known.get(key)
        const time = scheduled(published, old && { at: old.published_at, rule: old.published_rule }, now)
        return {
          key,
          category_id: idOf(categories.ids, category),
          title,
          description: text,
          body_html: body === null ? null : address(body),
          link: link ?? '',
          image: address(image),
          alt,
          published_at: time.at,
          published_rule: time.rule,
          ...retiredOf({ hidden }),
        }
      }),
    ),
    splashes: await syncTable(
      run,
      'marketing_splashes',
      ['key'],
      splashes.map(({ key, image, alt, success, hidden }, position) => ({
        key,
        web_image: address(image),
        alt,
        splash_success: success,
        position,
        ...retiredOf({ hidden }),
      })),
      { ordered: '' },
    ),
  }
}
