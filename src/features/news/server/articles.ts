import type { CatalogueSource } from '#core/site/catalogue-reader.ts'
import type { Services } from '#core/context.ts'
import { holdsUntil } from '#core/site/page-until.ts'
import { withQuery } from '#lib/both/paths.ts'
import { ARTICLES_A_PAGE, articleKinds, type Article, type ArticleKind, type ListedArticle } from '../articles.rules.ts'

type Reading = Pick<Services, 'catalogue' | 'now'>

/** Articles beside one, for whoever has read it. */
const MORE = 3

/** A part of what is out of a kind, latest first. */
export interface Articles {
  articles: ListedArticle[]
  /** How many are out. */
  total: number
  /** The page of the list, and the last one there is. */
  page: number
  last: number
  /** When the next ones come out; none where nothing is to come. */
  coming: number[]
}

/** A page of all that is out of a kind. Beyond the last page it is the last one. */
export async function listArticles(
  { catalogue, now }: Reading,
  kind: ArticleKind,
  page: number,
  size = ARTICLES_A_PAGE,
): Promise<Articles> {
  return catalogue(async ({ db }) => {
    const at = now()
    const [{ total }, coming] = await Promise.all([
      known(db, kind)
        .where('published_at', '<=', at)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow(),
      comingOf(db, kind, at),
    ])
    const last = Math.max(1, Math.ceil(total / size))
    const shown = Math.min(page, last)
    return { articles: await read(db, kind, at, size, (shown - 1) * size), total, page: shown, last, coming }
  })
}

/** What a page answers with. */
interface Answering {
  response: { headers: Headers }
  redirect: (path: string) => Response
}

/**
 * A page of the list of a kind, for the page that shows it; where there are not as many, the way to the last one. Both hold
 * until the next article comes out, for it may need one page more.
 */
export async function articlesOrAway(
  services: Reading,
  kind: ArticleKind,
  asked: number,
  { response, redirect }: Answering,
): Promise<Articles | Response> {
  const now = services.now()
  const found = await listArticles(services, kind, asked)
  const { page, coming } = found
  const away = asked > page && redirect(withQuery(articleKinds[kind].all, { page: page > 1 ? page : undefined }))
  holdsUntil((away || response).headers, coming, now)
  return away || found
}

/** An article that is out, with the latest others. */
export interface ShownArticle {
  article: Article | undefined
  more: ListedArticle[]
  coming: number[]
}

/** @param id undefined of an address that names none */
export async function readArticle(
  { catalogue, now }: Reading,
  kind: ArticleKind,
  id: number | undefined,
): Promise<ShownArticle> {
  return catalogue(async ({ db }) => {
    const at = now()
    const [article, latest, coming] = await Promise.all([
      id === undefined ? undefined : one(db, kind, at, id),
      read(db, kind, at, MORE + 1, 0),
      comingOf(db, kind, at),
    ])
    return { article, more: latest.filter((other) => other.id !== article?.id).slice(0, MORE), coming }
  })
}

/** What is out of both kinds, for the sitemap: only what has a text of its own. */
export async function articlesWithText({ catalogue, now }: Reading) {
  return catalogue(async ({ db }) => {
    const at = now()
    const of = (kind: ArticleKind) =>
      known(db, kind).where('title', 'is not', null).where('published_at', '<=', at).select(['id', 'published_at'])
    const [news, blog, ...coming] = await Promise.all([
      of('news').orderBy('id').execute(),
      of('blog').orderBy('id').execute(),
      comingOf(db, 'news', at),
      comingOf(db, 'blog', at),
    ])
    return { news, blog, coming: coming.flat() }
  })
}

type Db = CatalogueSource['db']

const tables = { news: 'news', blog: 'blog_articles' } as const

/** Both tables have the columns that are asked for here. */
const known = (db: Db, kind: ArticleKind) => db.selectFrom(tables[kind] as 'news').where('retired', '=', 0)

async function comingOf(db: Db, kind: ArticleKind, at: number): Promise<number[]> {
  const next = await known(db, kind)
    .where('published_at', '>', at)
    .select('published_at')
    .orderBy('published_at')
    .limit(1)
    .execute()
  return next.map(({ published_at }) => published_at)
}

const newsOf = (db: Db, at: number) =>
  db
    .selectFrom('news')
    .innerJoin('news_categories', 'news_categories.id', 'news.category_id')
    .where('news.retired', '=', 0)
    .where('news.published_at', '<=', at)
    .select(({ ref }) => [
      'news.id',
      'news.title',
      'news.description as lead',
      'news.image',
      'news.alt',
      'news.published_at as published',
      ref('news_categories.title').as('category'),
    ])

const blogOf = (db: Db, at: number) =>
  db
    .selectFrom('blog_articles')
    .where('retired', '=', 0)
    .where('published_at', '<=', at)
    .select(['id', 'title', 'summary as lead', 'image', 'alt', 'published_at as published', 'author'])

async function read(db: Db, kind: ArticleKind, at: number, limit: number, offset: number): Promise<ListedArticle[]> {
  if (kind === 'blog') {
    const rows = await blogOf(db, at)
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map((row) => ({ ...row, kind, category: null }))
  }
  const rows = await newsOf(db, at)
    .orderBy('news.published_at', 'desc')
    .orderBy('news.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({ ...row, kind, title: row.title ?? row.lead, author: null }))
}

async function one(db: Db, kind: ArticleKind, at: number, id: number): Promise<Article | undefined> {
  if (kind === 'blog') {
    const row = await blogOf(db, at).select('body_html as html').where('id', '=', id).executeTakeFirst()
    return row && { ...row, kind, category: null, source: null }
  }
  const row = await newsOf(db, at)
    .select(['news.body_html as html', 'news.link'])
    .where('news.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { link, ...article } = row
  return { ...article, kind, source: link === '' ? null : link, title: row.title ?? row.lead, author: null }
}
