import type { TextSource } from '#core/content/text-sources.ts'
import type { Brand } from '#core/site/brand.ts'
import type { PolicyKind } from '#core/site/policies.ts'
import type { LoginPanel } from '#core/site/site.ts'
import type { PackMedia } from './pictures/media.ts'
import type { WorkoutType } from '#features/workouts/workouts.contract.ts'
import type { NewsEntry, SplashEntry } from './schemas/announcement-schemas.ts'
import type { BlogEntry, WebinarEntry } from './schemas/publication-schemas.ts'
import type { ChapterEntry, LiveClassEntry } from './schemas/learning-schemas.ts'
import type { NotificationEntry } from './schemas/notification-schemas.ts'
import type { SavedReplyEntry, StaffEntry, StaffNotificationEntry } from './schemas/staff-schemas.ts'
import type { CourseFile, ExamFile, LearnerEntry, PackFile, QuizFile, Taxonomy } from './schemas/schemas.ts'

/** A pack that has been checked. Texts are rendered; media stand in it under placeholder addresses until stored. */
export interface Pack {
  site: Omit<PackFile, 'brand' | 'login' | 'policies'> & { brand: Brand; login: LoginPanel }
  policies: PackPolicy[]
  groups: Taxonomy['groups']
  courses: PackCourse[]
  questions: PackQuestion[]
  exams: PackExam[]
  quizzes: (QuizFile & MayBeHidden)[]
  liveClasses: (LiveClassEntry & MayBeHidden)[]
  news: PackNews[]
  blog: PackBlogArticle[]
  webinars: PackWebinar[]
  splashes: (SplashEntry & MayBeHidden)[]
  learners: LearnerEntry[]
  /** Imported with the demo learners. */
  staff: StaffEntry[]
  savedReplies: SavedReplyEntry[]
  staffNotifications: StaffNotificationEntry[]
  /** Imported with the demo learners. */
  notifications: PackNotification[]
  media: PackMedia
  /** What may be meant and may be a slip, a line each: `file:line warning: message`. */
  warnings: string[]
}

/** What the texts of an entry were written as; undefined where they came as HTML. */
interface WithSource {
  source?: TextSource | undefined
}

/** What staff have taken away, which the pack has: written, and not shown. */
export interface MayBeHidden {
  hidden?: true | undefined
}

export interface PackNews extends Omit<NewsEntry, 'title' | 'link'>, WithSource, MayBeHidden {
  /** Of its page, and what that says; null where only its link tells more. */
  title: string | null
  body: string | null
  link: string | null
}

export interface PackPolicy extends WithSource {
  key: PolicyKind
  /** yyyy-mm-dd */
  changed: string
  body: string
}

export interface PackBlogArticle extends BlogEntry, WithSource, MayBeHidden {
  body: string
}

export interface PackWebinar extends Omit<WebinarEntry, 'about' | 'html'>, WithSource, MayBeHidden {
  aboutHtml: string
}

export interface PackCourse extends Omit<CourseFile, 'sections' | 'syllabuses'>, WithSource, MayBeHidden {
  descriptionHtml: string
  sections: PackSection[]
  /** Files of learners alone: private placeholders. */
  syllabuses: ({ year: string; file: string } & MayBeHidden)[]
  workouts: PackWorkout[]
  /** Imported with the demo learners. */
  discussion: PackComment[]
}

export interface PackSection extends Omit<CourseFile['sections'][number], 'chapters'>, MayBeHidden {
  chapters: PackChapter[]
}

export interface PackChapter extends MayBeHidden, Pick<ChapterEntry, 'key' | 'title' | 'minutes'> {
  provider: 'file' | 'vimeo' | 'youtube' | null
  /** A private placeholder, an id at the provider, or NILL. */
  video: string | null
  /** Of an unlisted Vimeo video. */
  hash: string | null
  captions: string | null
  documents: ({ key: string; title: string; file: string } & MayBeHidden)[]
  /** Keys of the questions of its video based exam. */
  questions: string[]
}

export interface PackWorkout extends WithSource, MayBeHidden {
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

export interface PackNotification extends Pick<NotificationEntry, 'key' | 'to' | 'title' | 'at'>, WithSource {
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

export interface PackQuestion extends WithSource {
  key: string
  contentHtml: string
  /** Empty where the question has none. */
  explanationHtml: string
  options: { contentHtml: string; isAnswer: boolean }[]
  /** `file:line`, for what only the database can find wrong. */
  where: string
}

export interface PackExam
  extends Omit<ExamFile, 'instructions' | 'course' | 'courses' | 'html'>, WithSource, MayBeHidden {
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
