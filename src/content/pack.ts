import type { Brand } from '#core/site/brand.ts'
import type { PackMedia } from './pictures/media.ts'
import type { WorkoutType } from '#features/workouts/workouts.contract.ts'
import type { NewsEntry, SplashEntry } from './schemas/announcement-schemas.ts'
import type { BlogEntry, WebinarEntry } from './schemas/publication-schemas.ts'
import type { ChapterEntry, LiveClassEntry } from './schemas/learning-schemas.ts'
import type { NotificationEntry } from './schemas/notification-schemas.ts'
import type { SavedReplyEntry, StaffEntry } from './schemas/staff-schemas.ts'
import type { CourseFile, ExamFile, LearnerEntry, PackFile, QuizFile, Taxonomy } from './schemas/schemas.ts'

/** A pack that has been checked. Texts are rendered; media stand in it under placeholder addresses until stored. */
export interface Pack {
  site: Omit<PackFile, 'brand'> & { brand: Brand }
  groups: Taxonomy['groups']
  courses: PackCourse[]
  questions: PackQuestion[]
  exams: PackExam[]
  quizzes: QuizFile[]
  liveClasses: LiveClassEntry[]
  news: PackNews[]
  blog: PackBlogArticle[]
  webinars: PackWebinar[]
  splashes: SplashEntry[]
  learners: LearnerEntry[]
  /** Imported with the demo learners. */
  staff: StaffEntry[]
  savedReplies: SavedReplyEntry[]
  /** Imported with the demo learners. */
  notifications: PackNotification[]
  media: PackMedia
  /** What may be meant and may be a slip, a line each: `file:line warning: message`. */
  warnings: string[]
}

export interface PackNews extends Omit<NewsEntry, 'title' | 'link'> {
  /** Of its page, and what that says; null where only its link tells more. */
  title: string | null
  body: string | null
  link: string | null
}

export interface PackBlogArticle extends BlogEntry {
  body: string
}

export interface PackWebinar extends Omit<WebinarEntry, 'about'> {
  aboutHtml: string
}

export interface PackCourse extends Omit<CourseFile, 'sections' | 'syllabuses'> {
  descriptionHtml: string
  sections: (Omit<CourseFile['sections'][number], 'chapters'> & { chapters: PackChapter[] })[]
  /** Files of learners alone: private placeholders. */
  syllabuses: { year: string; file: string }[]
  workouts: PackWorkout[]
  /** Imported with the demo learners. */
  discussion: PackComment[]
}

export interface PackChapter extends Pick<ChapterEntry, 'key' | 'title' | 'minutes'> {
  provider: 'file' | 'vimeo' | 'youtube' | null
  /** A private placeholder, an id at the provider, or NILL. */
  video: string | null
  /** Of an unlisted Vimeo video. */
  hash: string | null
  captions: string | null
  documents: { key: string; title: string; file: string }[]
  /** Keys of the questions of its video based exam. */
  questions: string[]
}

export interface PackWorkout {
  key: string
  contenttype: WorkoutType
  title: string
  /** HTML, plain text or a private placeholder. */
  content: string
  filename: string
  published: string
}

export interface PackContribution {
  /** Phone of a learner of the pack. */
  by: string
  at: string
  html: string
  /** Phones of the pack's learners who have reported it. */
  reportedBy: string[]
  hidden: boolean
}

interface PackComment extends PackContribution {
  replies: PackContribution[]
}

export interface PackNotification extends Pick<NotificationEntry, 'key' | 'to' | 'title' | 'at'> {
  kind: NonNullable<NotificationEntry['kind']>
  html: string
  image: string | null
  action: NonNullable<NotificationEntry['action']>
  /** The key of a course, an exam, news, an article or a webinar, or what the button leads to; null: no button. */
  target: string | null
  /** The target is that of a page elsewhere, which pack.yaml names. */
  elsewhere: boolean
  read: boolean
}

export interface PackQuestion {
  key: string
  contentHtml: string
  explanationHtml: string
  options: { contentHtml: string; isAnswer: boolean }[]
  /** `file:line`, for what only the database can find wrong. */
  where: string
}

export interface PackExam extends Omit<ExamFile, 'instructions' | 'course' | 'courses'> {
  instructionsHtml: string
  /** Keys of the courses it stands in; none of a general exam. */
  courses: string[]
}

/** Keys that a pack defines, also those of entries that are wrong otherwise, so that one error is not reported twice. */
export interface KnownKeys {
  courses: Set<string>
  exams: Set<string>
  questions: Set<string>
  /** False when a file of questions could not be read at all. */
  allQuestions: boolean
}
