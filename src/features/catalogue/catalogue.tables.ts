import type { Generated, Selectable } from 'kysely'

export interface CourseGroupsTable {
  id: Generated<number>
  key: string
  title: string
  image: string
  alt: string
  position: number
  retired: Generated<number>
}

export interface CourseCategoriesTable {
  id: Generated<number>
  group_id: number
  key: string
  label: string
  position: number
  retired: Generated<number>
}

export interface CourseSubcategoriesTable {
  id: Generated<number>
  category_id: number
  key: string
  label: string
  position: number
  retired: Generated<number>
}

export interface CoursesTable {
  id: Generated<number>
  key: string
  title: string
  summary: string
  description_html: string
  group_id: number
  category_id: number
  subcategory_id: number | null
  thumbnail: string
  thumbnail_alt: string
  price_paise: number
  offer_price_paise: number | null
  gst_percent: number
  validity_days: number
  /** JSON list of labels. */
  tags: string
  lesson_count: number
  popularity: number
  rating_tenths: number
  published_at: number
  /** YouTube id of the video played where a chapter has none; 'NILL' or null: none. */
  video: string | null
  /** Picture shown in the player without any video. */
  cover: string | null
  retired: Generated<number>
}

export interface CourseSectionsTable {
  id: Generated<number>
  course_id: number
  key: string
  title: string
  demo: Generated<number>
  position: number
  retired: Generated<number>
}

export interface ChaptersTable {
  id: Generated<number>
  course_id: number
  section_id: number
  key: string
  title: string
  minutes: number
  /** Null without a video and with 'NILL'. */
  video_provider: 'file' | 'vimeo' | 'youtube' | null
  /** Name of a private file, id at the provider, or 'NILL'. */
  video: string | null
  /** Hash of an unlisted Vimeo video. */
  hparameter: string | null
  /** Name of a private file. */
  captions: string | null
  position: number
  retired: Generated<number>
}

declare module '#db/database.ts' {
  interface Database {
    course_groups: CourseGroupsTable
    course_categories: CourseCategoriesTable
    course_subcategories: CourseSubcategoriesTable
    courses: CoursesTable
    course_sections: CourseSectionsTable
    chapters: ChaptersTable
  }
}

export type CourseRow = Selectable<CoursesTable>
