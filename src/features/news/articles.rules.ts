import { indianIsoTime } from '#lib/both/time/clock.ts'
import { languageOf } from '#lib/both/text/languages.ts'
import { paths } from '#lib/both/paths.ts'
import { breadcrumbData } from '#lib/both/structured-data.ts'

/** Articles: news with a page of their own, and those of the blog. */

/** Of each kind: the page of all, of one, and what they are called. */
export const articleKinds = {
  news: { all: paths.news, one: paths.newsArticle, title: 'News', type: 'NewsArticle' },
  blog: { all: paths.blog, one: paths.blogArticle, title: 'Blog', type: 'BlogPosting' },
} as const

export type ArticleKind = keyof typeof articleKinds

/** An article as lists show it. */
export interface ListedArticle {
  kind: ArticleKind
  id: number
  title: string
  /** One or two sentences; of news without a text of its own, its title besides. */
  lead: string
  image: string
  alt: string
  /** Milliseconds since 1970. */
  published: number
  /** What news are about. */
  category: string | null
  /** Who wrote an article of the blog. */
  author: string | null
}

export interface Article extends ListedArticle {
  /** Sanitised; null where only the source tells more. */
  html: string | null
  /** The page elsewhere that tells more. */
  source: string | null
}

/** Articles on a page of a list. */
export const ARTICLES_A_PAGE = 12

/** Words that people read in a minute, learners of a second language among them. */
const WORDS_A_MINUTE = 180

/** How long it takes to read HTML, in whole minutes, at least one. */
export function minutesToRead(html: string): number {
  const words = html.replace(/<[^<>]*>/g, ' ').match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)?.length ?? 0
  return Math.max(1, Math.round(words / WORDS_A_MINUTE))
}

/** schema.org's description of an article and of where it stands. `site` is the site's address without a final slash. */
export function articleData(article: Article, site: string, publisher: string): object {
  const { all, one, title, type } = articleKinds[article.kind]
  const url = site + one(article.id)
  const published = indianIsoTime(article.published)
  const organization = { '@type': 'Organization', name: publisher, url: site }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': type,
        '@id': `${url}#article`,
        mainEntityOfPage: url,
        headline: article.title,
        description: article.lead,
        image: new URL(article.image, site).href,
        datePublished: published,
        dateModified: published,
        inLanguage: languageOf(article.title + article.lead) ?? 'en-IN',
        author: article.author ? { '@type': 'Person', name: article.author } : organization,
        publisher: organization,
        ...(article.category && { articleSection: article.category }),
        ...(article.source && { isBasedOn: article.source }),
      },
      breadcrumbData(
        [
          { name: title, path: all },
          { name: article.title, path: one(article.id) },
        ],
        site,
      ),
    ],
  }
}
