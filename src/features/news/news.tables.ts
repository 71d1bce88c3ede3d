import type { Generated } from 'kysely'

export interface NewsCategoriesTable {
  id: Generated<number>
  title: string
  retired: Generated<number>
}

export interface NewsTable {
  id: Generated<number>
  key: string
  category_id: number
  /** Of its page; null where it has no text of its own. */
  title: string | null
  description: string
  /** What its page says; null where only `link` tells more. */
  body_html: string | null
  /** The page elsewhere that tells more, or where it comes from; '' of none. */
  link: string
  image: string
  alt: string
  published_at: number
  /** The pack's words when they are relative. */
  published_rule: string | null
  retired: Generated<number>
}

export interface BlogArticlesTable {
  id: Generated<number>
  key: string
  title: string
  summary: string
  author: string
  image: string
  alt: string
  body_html: string
  published_at: number
  /** The pack's words when they are relative. */
  published_rule: string | null
  retired: Generated<number>
}

declare module '#db/database.ts' {
  interface Database {
    news_categories: NewsCategoriesTable
    news: NewsTable
    blog_articles: BlogArticlesTable
  }
}
