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
  description: string
  /** The page that tells more. */
  link: string
  image: string
  alt: string
  published_at: number
  /** The pack's words when they are relative. */
  published_rule: string | null
  retired: Generated<number>
}

export interface NewsTables {
  news_categories: NewsCategoriesTable
  news: NewsTable
}
