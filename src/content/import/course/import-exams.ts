import { createHash } from 'node:crypto'
import { ALWAYS_OPEN, COURSE_EXAM, MOCK_TEST, NEVER } from '#features/exams/exams.rules.ts'
import type { Pack, PackExam } from '../../pack.ts'
import { chunks, idOf, retiredOf, syncTable, type Changes, type Tx } from '../sync.ts'
import { scheduled } from '../../times.ts'

/** Writes exams with their papers, after the courses and questions they refer to. */
export async function importExams(
  tx: Tx,
  pack: Pack,
  given: {
    courseIds: Map<string, number>
    chapterIds: Map<string, number>
    questionIds: Map<string, number>
    address: (text: string) => string
    now: number
  },
): Promise<Changes & { ids: Map<string, number> }> {
  const { now } = given
  const stored = new Map(
    (await tx.selectFrom('exams').select(['key', 'opens_at', 'closes_at', 'opens_rule', 'closes_rule']).execute()).map(
      (row) => [row.key, row],
    ),
  )
  const present = new Set(pack.courses.map(({ key }) => idOf(given.courseIds, key)))
  const kept = await examsOfOtherCourses(tx, present)
  const exams = await syncTable(
    tx,
    'exams',
    ['key'],
    pack.exams.map((exam, position) => {
      const old = stored.get(exam.key)
      const opens = boundary(exam.opens, ALWAYS_OPEN, old && { at: old.opens_at, rule: old.opens_rule }, now)
      const closes = boundary(exam.closes, NEVER, old && { at: old.closes_at, rule: old.closes_rule }, now)
      return {
        key: exam.key,
        title: exam.title,
        category_title: exam.category,
        exam_type_id: exam.courses.length === 0 ? MOCK_TEST : COURSE_EXAM,
        minutes: exam.minutes ?? null,
        attempts_allowed: exam.attempts,
        view_answer: exam.view_answer ? 1 : 0,
        instructions_html: given.address(exam.instructionsHtml),
        registration_fields: JSON.stringify(exam.registration ?? []),
        opens_at: opens.at,
        opens_rule: opens.rule,
        closes_at: closes.at,
        closes_rule: closes.rule,
        position,
        created_at: now,
        ...retiredOf(exam),
      }
    }),
    { insertOnly: ['created_at'], retires: (row) => !kept.has(row.id as number), ordered: '' },
  )
  await importCourses(tx, pack.exams, exams, given, present)
  await importPapers(tx, pack.exams, exams, given.questionIds, now)
  return exams
}

/** An opening or closing time; `otherwise` where the pack names none. */
function boundary(
  rule: string | undefined,
  otherwise: number,
  old: { at: number; rule: string | null } | undefined,
  now: number,
) {
  return rule === undefined ? { at: otherwise, rule: null } : scheduled(rule, old, now)
}

/** Exams that learners of a course which left the pack go on with. */
async function examsOfOtherCourses(tx: Tx, present: Set<number>): Promise<Set<number>> {
  const rows = await tx.selectFrom('exam_courses').select(['exam_id', 'course_id']).where('retired', '=', 0).execute()
  return new Set(rows.filter(({ course_id }) => !present.has(course_id)).map(({ exam_id }) => exam_id))
}

/** Says in which courses exams stand. An exam counts as changed when that did. */
async function importCourses(
  tx: Tx,
  packExams: PackExam[],
  exams: Changes & { ids: Map<string, number> },
  { courseIds, chapterIds, now }: { courseIds: Map<string, number>; chapterIds: Map<string, number>; now: number },
  present: Set<number>,
): Promise<void> {
  const rows = packExams.flatMap((exam, position) =>
    exam.courses.map((key) => {
      const courseId = idOf(courseIds, key)
      return {
        exam_id: idOf(exams.ids, exam.key),
        course_id: courseId,
        chapter_id: exam.chapter === undefined ? null : idOf(chapterIds, `${courseId}/${exam.chapter}`),
        position,
        created_at: now,
      }
    }),
  )
  const maps = await syncTable(tx, 'exam_courses', ['exam_id', 'course_id'], rows, {
    insertOnly: ['created_at'],
    retires: (row) => present.has(row.course_id as number),
    ordered: 'course_id',
  })
  const touchedExams = new Set(
    [...maps.added, ...maps.changed, ...maps.retired].map((key) => Number(key.split('/')[0])),
  )
  for (const { key } of packExams)
    if (touchedExams.has(idOf(exams.ids, key)) && !exams.added.has(key)) exams.changed.add(key)
}

/**
 * Gives every exam the paper of its present sections, questions and marks: an earlier one of the same composition, or
 * a new one. Papers never change but for the wording of their section titles, so attempts keep what they answered.
 */
async function importPapers(
  tx: Tx,
  packExams: PackExam[],
  exams: Changes & { ids: Map<string, number> },
  questionIds: Map<string, number>,
  now: number,
): Promise<void> {
  const paperKey = (examId: number, print: string) => `${examId}/${print}`
  const entries = packExams.map((exam) => ({ exam, examId: idOf(exams.ids, exam.key), print: fingerprint(exam) }))
  const paperIds = new Map<string, number>()
  for (const row of await tx.selectFrom('papers').select(['id', 'exam_id', 'fingerprint']).execute()) {
    paperIds.set(paperKey(row.exam_id, row.fingerprint), row.id)
  }
  for (const entry of entries.filter(({ examId, print }) => !paperIds.has(paperKey(examId, print)))) {
    const same = await presentPaper(tx, entry.exam, entry.examId, questionIds)
    if (same !== undefined) paperIds.set(paperKey(entry.examId, entry.print), same)
  }
  const fresh = entries.filter(({ examId, print }) => !paperIds.has(paperKey(examId, print)))
  for (const part of chunks(fresh)) {
    const rows = part.map(({ exam, examId, print }) => ({
      exam_id: examId,
      fingerprint: print,
      question_count: exam.sections.reduce((count, section) => count + section.questions.length, 0),
      units_per_mark: exam.marks.unitsPerMark,
      correct_units: exam.marks.correctUnits,
      wrong_units: exam.marks.wrongUnits,
      created_at: now,
    }))
    const made = await tx.insertInto('papers').values(rows).returning(['id', 'exam_id', 'fingerprint']).execute()
    for (const row of made) paperIds.set(paperKey(row.exam_id, row.fingerprint), row.id)
  }
  const papers = entries.map((entry) => ({ ...entry, paperId: idOf(paperIds, paperKey(entry.examId, entry.print)) }))
  const newPapers = new Set(fresh.map(({ exam }) => exam.key))

  // Titles are not part of the composition; they are mended in place.
  const sections = await syncTable(
    tx,
    'paper_sections',
    ['paper_id', 'position'],
    papers.flatMap(({ exam, paperId }) =>
      exam.sections.map(({ title }, position) => ({ paper_id: paperId, title, position })),
    ),
    { retires: false },
  )
  const rows = papers
    .filter(({ exam }) => newPapers.has(exam.key))
    .flatMap(({ exam, paperId }) => paperQuestions(exam, paperId, sections.ids, questionIds))
  for (const part of chunks(rows)) await tx.insertInto('paper_questions').values(part).execute()

  const current = new Map(
    (await tx.selectFrom('exams').select(['id', 'paper_id']).execute()).map((row) => [row.id, row.paper_id]),
  )
  const retitled = new Set([...sections.changed].map((key) => Number(key.split('/')[0])))
  for (const { exam, examId, paperId } of papers) {
    const moved = current.get(examId) !== paperId
    if (moved) await tx.updateTable('exams').set({ paper_id: paperId }).where('id', '=', examId).execute()
    if ((moved || retitled.has(paperId)) && !exams.added.has(exam.key)) exams.changed.add(exam.key)
  }
}

/**
 * The exam's present paper, where it has the same questions in as many sections and the same marks: only the keys of
 * sections are others, which no table keeps.
 */
async function presentPaper(
  tx: Tx,
  exam: PackExam,
  examId: number,
  questionIds: Map<string, number>,
): Promise<number | undefined> {
  const paper = await tx
    .selectFrom('exams')
    .innerJoin('papers', 'papers.id', 'exams.paper_id')
    .where('exams.id', '=', examId)
    .select([
      'papers.id',
      'units_per_mark as unitsPerMark',
      'correct_units as correctUnits',
      'wrong_units as wrongUnits',
    ])
    .executeTakeFirst()
  if (!paper) return undefined
  const sections = await tx
    .selectFrom('paper_sections')
    .where('paper_id', '=', paper.id)
    .select('id')
    .orderBy('position')
    .execute()
  const held = await tx
    .selectFrom('paper_questions')
    .where('paper_id', '=', paper.id)
    .select(['section_id', 'question_id'])
    .orderBy('position')
    .execute()
  const { id, ...marks } = paper
  const present = [
    sections.map((section) => held.flatMap((row) => (row.section_id === section.id ? [row.question_id] : []))),
    marks,
  ]
  const { unitsPerMark, correctUnits, wrongUnits } = exam.marks
  const wanted = [
    exam.sections.map(({ questions }) => questions.map((key) => idOf(questionIds, key))),
    { unitsPerMark, correctUnits, wrongUnits },
  ]
  return JSON.stringify(present) === JSON.stringify(wanted) ? id : undefined
}

function paperQuestions(
  exam: PackExam,
  paperId: number,
  sectionIds: Map<string, number>,
  questionIds: Map<string, number>,
) {
  let position = 0
  return exam.sections.flatMap((section, index) =>
    section.questions.map((key) => ({
      paper_id: paperId,
      question_id: idOf(questionIds, key),
      section_id: idOf(sectionIds, `${paperId}/${index}`),
      position: position++,
    })),
  )
}

/** The same for two compositions only if they have the same sections, questions in the same order and marks. */
export function fingerprint({ sections, marks }: Pick<PackExam, 'sections' | 'marks'>): string {
  const composition = [sections.map(({ key, questions }) => [key, questions]), Object.values(marks)]
  return createHash('sha256').update(JSON.stringify(composition)).digest('hex').slice(0, 32)
}
