import type { Generated, Selectable } from 'kysely'

export interface QuestionsTable {
  id: Generated<number>
  key: string
  content_html: string
  explanation_html: string
  /** 1 for a question that left the pack. */
  retired: Generated<number>
}

export interface QuestionOptionsTable {
  id: Generated<number>
  question_id: number
  position: number
  content_html: string
  is_answer: number
}

/**
 * Text of a question that an import changes. Views question_texts and option_texts show it from the moment that the
 * import ends; then it is copied to the question and the row goes.
 */
export interface QuestionTextChangesTable {
  question_id: number
  content_html: string
  explanation_html: string
}

export interface OptionTextChangesTable {
  option_id: number
  content_html: string
  /** Null: the option stays where it is. */
  position: number | null
  /** Null: the option stays right or wrong. */
  is_answer: number | null
}

export interface ExamsTable {
  id: Generated<number>
  key: string
  title: string
  category_title: string
  /** 1: mock test, 2: exam of courses. */
  exam_type_id: number
  minutes: number | null
  attempts_allowed: number
  view_answer: number
  instructions_html: string
  /** JSON list of RegistrationField. */
  registration_fields: string
  /** ALWAYS_OPEN and NEVER (exams.rules.ts) without such a time, as exams of courses may be. */
  opens_at: number
  closes_at: number
  opens_rule: string | null
  closes_rule: string | null
  paper_id: number | null
  position: number
  created_at: number
  retired: Generated<number>
}

/** Where an exam of courses stands; the id is the specification's course_map_id. */
export interface ExamCoursesTable {
  id: Generated<number>
  exam_id: number
  course_id: number
  /** Null: the exam is one of the course as a whole. */
  chapter_id: number | null
  position: number
  created_at: number
  retired: Generated<number>
}

export interface PapersTable {
  id: Generated<number>
  exam_id: number
  fingerprint: string
  question_count: number
  units_per_mark: number
  correct_units: number
  wrong_units: number
  created_at: number
}

export interface PaperSectionsTable {
  id: Generated<number>
  paper_id: number
  title: string
  position: number
}

export interface PaperQuestionsTable {
  paper_id: number
  question_id: number
  section_id: number
  position: number
  /** The right option by which the paper's attempts are marked; null: the one that the question has today. */
  right_option_id: number | null
}

export interface AttemptsTable {
  id: Generated<number>
  user_id: number
  exam_id: number
  paper_id: number
  /** 1 for the learner's first attempt of the exam. */
  number: number
  status: 'open' | 'completed'
  started_at: number
  deadline_at: number
  submitted_at: number | null
  finished_by: 'learner' | 'deadline' | null
  score_units: number | null
  correct_count: number | null
  incorrect_count: number | null
  /** The course it was started in; null for a general exam. */
  course_map_id: number | null
  /** The name of the tab that may write; null while none has named itself. */
  writer: string | null
  /** What the clock said when it was finished; null while it is open, and of before this was noted. */
  finished_at: number | null
  /** Milliseconds left of an attempt that was given back and that its learner has not continued; null for all others. */
  time_left: number | null
}

/** An attempt as it was before staff gave it back. */
export interface AttemptReturnsTable {
  id: Generated<number>
  attempt_id: number
  returned_at: number
  time_left: number
  started_at: number
  deadline_at: number
  submitted_at: number | null
  finished_at: number | null
  score_units: number | null
  correct_count: number | null
  incorrect_count: number | null
}

/** Time that staff have added to an attempt while it was under way. */
export interface AttemptExtensionsTable {
  id: Generated<number>
  attempt_id: number
  given_at: number
  minutes: number
  /** What the attempt's deadline was and became; others may follow. */
  deadline_before: number
  deadline_at: number
}

/** Attempts that staff have given a learner beyond those that the exam allows everybody. */
export interface ExtraAttemptsTable {
  user_id: number
  exam_id: number
  attempts: number
}

export interface ResponsesTable {
  attempt_id: number
  question_id: number
  option_id: number | null
  marked: Generated<number>
  seq: number
  time_from: number | null
  time_to: number | null
  saved_at: number
  /** Ids of questions seen and left without an action by the time of this one, with commas between them; null: not said. */
  visited: string | null
}

export interface QuestionTimesTable {
  attempt_id: number
  question_id: number
  /** How long it was on the screen of one tab, milliseconds over all visits. */
  ms: number
  /** The name of the tab; empty of callers without one. */
  writer: Generated<string>
}

/** How many first attempts of a paper ended with this score and so many wrong answers. */
export interface ScoreTalliesTable {
  paper_id: number
  score_units: number
  incorrect_count: number
  candidates: number
}

export interface DistrictsTable {
  id: Generated<number>
  district_name: string
  position: number
  retired: Generated<number>
}

export interface CommunitiesTable {
  id: Generated<number>
  category_name: string
  position: number
  retired: Generated<number>
}

export interface ExamRegistrationsTable {
  id: Generated<number>
  user_id: number
  exam_id: number
  answers: string
  created_at: number
}

declare module '#db/database.ts' {
  interface Database {
    questions: QuestionsTable
    question_options: QuestionOptionsTable
    question_text_changes: QuestionTextChangesTable
    option_text_changes: OptionTextChangesTable
    /** View of questions with released text changes. Learners and staff read texts here, not in `questions`. */
    question_texts: Selectable<QuestionsTable>
    /** View of question_options with released changes. Learners and staff read texts, positions and answers here. */
    option_texts: Selectable<QuestionOptionsTable>
    exams: ExamsTable
    exam_courses: ExamCoursesTable
    papers: PapersTable
    paper_sections: PaperSectionsTable
    paper_questions: PaperQuestionsTable
    attempts: AttemptsTable
    attempt_returns: AttemptReturnsTable
    attempt_extensions: AttemptExtensionsTable
    extra_attempts: ExtraAttemptsTable
    responses: ResponsesTable
    question_times: QuestionTimesTable
    score_tallies: ScoreTalliesTable
    districts: DistrictsTable
    communities: CommunitiesTable
    exam_registrations: ExamRegistrationsTable
  }
}

export type ExamRow = Selectable<ExamsTable>
export type AttemptRow = Selectable<AttemptsTable>
