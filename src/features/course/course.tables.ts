import type { Generated } from 'kysely'

export interface ChapterDocumentsTable {
  id: Generated<number>
  chapter_id: number
  key: string
  title: string
  /** Name of a private file. */
  file: string
  position: number
  retired: Generated<number>
}

export interface SyllabusesTable {
  id: Generated<number>
  course_id: number
  year: string
  /** Name of a private file. */
  file: string
  retired: Generated<number>
}

export interface CourseCommunitiesTable {
  id: Generated<number>
  course_id: number
  option: 'wa_community' | 'tg_community'
  link: string
  retired: Generated<number>
}

export interface CommunityJoinsTable {
  user_id: number
  community_id: number
  course_id: number
  joined_at: number
}

export interface ChapterProgressTable {
  user_id: number
  course_id: number
  chapter_id: number
  viewed_at: number
  watched_at: number | null
  /** Where playback stopped, milliseconds. */
  position_ms: Generated<number>
  /** When playback stopped there. */
  position_at: number | null
}

export interface ChapterQuestionsTable {
  id: Generated<number>
  chapter_id: number
  question_id: number
  position: number
  retired: Generated<number>
}

/** A video based exam that a learner finished. */
export interface ChapterAttemptsTable {
  id: Generated<number>
  user_id: number
  chapter_id: number
  correct_count: number
  incorrect_count: number
  created_at: number
}

export interface ChapterAnswersTable {
  attempt_id: number
  question_id: number
  option_id: number
}

/** How long a learner watched lectures on a day in India. */
export interface WatchDaysTable {
  user_id: number
  /** Its midnight. */
  day_at: number
  /** Milliseconds of video that were played. */
  watched_ms: number
}

declare module '#db/database.ts' {
  interface Database {
    chapter_documents: ChapterDocumentsTable
    syllabuses: SyllabusesTable
    course_communities: CourseCommunitiesTable
    community_joins: CommunityJoinsTable
    chapter_progress: ChapterProgressTable
    chapter_questions: ChapterQuestionsTable
    chapter_attempts: ChapterAttemptsTable
    chapter_answers: ChapterAnswersTable
    watch_days: WatchDaysTable
  }
}
