import { createHash } from 'node:crypto'
import { ALWAYS_OPEN, COURSE_EXAM, MOCK_TEST, NEVER } from '#features/exams/exams.rules.ts'
import type { Pack, PackExam } from '../../pack.ts'
import { chunks, idOf, retiredOf, syncTable, type Changes } from '../sync.ts'
import { MAX_ROWS, type ImportRun, type Tx } from '../staging/import-run.ts'
import { updateRows } from '../staging/update-rows.ts'
import type { Db } from '#db/database.ts'
import { scheduled } from '../../times.ts'

/** Writes exams with their papers, after the courses and questions they refer to. */
export async function importExams(
  run: ImportRun,
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
    (
      await run.db.selectFrom('exams').select(['key', 'opens_at', 'closes_at', 'opens_rule', 'closes_rule']).execute()
    ).map((row) => [row.key, row]),
  )
  const present = new Set(pack.courses.map(({ key }) => idOf(given.courseIds, key)))
  const kept = await examsOfOtherCourses(run.db, present)
  const exams = await syncTable(
    run,
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
    { insertOnly: ['created_at'], retires: (row) => !kept.has(row.id as number), ordered: '', ahead: true },
  )
  await importCourses(run, pack.exams, exams, given, present)
  await importPapers(run, pack.exams, exams, given.questionIds, now)
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
async function examsOfOtherCourses(db: Db, present: Set<number>): Promise<Set<number>> {
  const rows = await db.selectFrom('exam_courses').select(['exam_id', 'course_id']).where('retired', '=', 0).execute()
  return new Set(rows.filter(({ course_id }) => !present.has(course_id)).map(({ exam_id }) => exam_id))
}

/** Says in which courses exams stand. An exam counts as changed when that did. */
async function importCourses(
  run: ImportRun,
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
  const maps = await syncTable(run, 'exam_courses', ['exam_id', 'course_id'], rows, {
    insertOnly: ['created_at'],
    retires: (row) => present.has(row.course_id as number),
    ordered: 'course_id',
    ahead: true,
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
  run: ImportRun,
  packExams: PackExam[],
  exams: Changes & { ids: Map<string, number> },
  questionIds: Map<string, number>,
  now: number,
): Promise<void> {
  const { db } = run
  const paperKey = (examId: number, print: string) => `${examId}/${print}`
  const entries = packExams.map((exam) => ({ exam, examId: idOf(exams.ids, exam.key), print: fingerprint(exam) }))
  const paperIds = new Map<string, number>()
  for (const row of await db.selectFrom('papers').select(['id', 'exam_id', 'fingerprint']).execute()) {
    paperIds.set(paperKey(row.exam_id, row.fingerprint), row.id)
  }
  for (const entry of entries.filter(({ examId, print }) => !paperIds.has(paperKey(examId, print)))) {
    const same = await presentPaper(db, entry.exam, entry.examId, questionIds)
    if (same !== undefined) paperIds.set(paperKey(entry.examId, entry.print), same)
  }
  const fresh = new Set<string>()
  for (const entry of entries.filter(({ examId, print }) => !paperIds.has(paperKey(examId, print)))) {
    paperIds.set(paperKey(entry.examId, entry.print), await addPaper(run, entry, questionIds, now))
    fresh.add(entry.exam.key)
  }
  const papers = entries.map((entry) => ({ ...entry, paperId: idOf(paperIds, paperKey(entry.examId, entry.print)) }))

  // Titles are not part of the composition; they are mended in place.
  const sections = await syncTable(
    run,
    'paper_sections',
    ['paper_id', 'position'],
    papers
      .filter(({ exam }) => !fresh.has(exam.key))
      .flatMap(({ exam, paperId }) =>
        exam.sections.map(({ title }, position) => ({ paper_id: paperId, title, position })),
      ),
    { retires: false },
  )

  const current = new Map(
    (await db.selectFrom('exams').select(['id', 'paper_id']).execute()).map((row) => [row.id, row.paper_id]),
  )
  const retitled = new Set([...sections.changed].map((key) => Number(key.split('/')[0])))
  const moved = papers.filter(({ examId, paperId }) => current.get(examId) !== paperId)
  const rows = moved.map(({ examId, paperId }) => ({ id: examId, paper_id: paperId }))
  if (rows.length > 0) run.last((tx) => updateRows(tx, 'exams', rows))
  for (const { exam, examId, paperId } of papers)
    if ((current.get(examId) !== paperId || retitled.has(paperId)) && !exams.added.has(exam.key))
      exams.changed.add(exam.key)
}

/**
 * Inserts a paper with its sections and questions, which nobody sees before an exam has it. A short transaction of its
 * own, so that a paper that is there is whole.
 * @returns its id
 */
async function addPaper(
  run: ImportRun,
  { exam, examId, print }: { exam: PackExam; examId: number; print: string },
  questionIds: Map<string, number>,
  now: number,
): Promise<number> {
  if (run.trialId) return run.trialId()
  return run.ahead(async (tx) => {
    const paper = {
      exam_id: examId,
      fingerprint: print,
      question_count: exam.sections.reduce((count, section) => count + section.questions.length, 0),
      units_per_mark: exam.marks.unitsPerMark,
      correct_units: exam.marks.correctUnits,
      wrong_units: exam.marks.wrongUnits,
      created_at: now,
    }
    const { id } = await tx.insertInto('papers').values(paper).returning('id').executeTakeFirstOrThrow()
    const sections = await addSections(tx, exam, id)
    const rows = paperQuestions(exam, id, sections, questionIds)
    for (const part of chunks(rows, MAX_ROWS)) await tx.insertInto('paper_questions').values(part).execute()
    return id
  })
}

/** @returns ids of the sections, by their position */
async function addSections(tx: Tx, { sections }: PackExam, paperId: number): Promise<Map<number, number>> {
  const rows = sections.map(({ title }, position) => ({ paper_id: paperId, title, position }))
  const ids = new Map<number, number>()
  for (const part of chunks(rows, MAX_ROWS)) {
    const made = await tx.insertInto('paper_sections').values(part).returning(['id', 'position']).execute()
    for (const { id, position } of made) ids.set(position, id)
  }
  return ids
}

/**
 * The exam's present paper, where it has the same questions in as many sections and the same marks: only the keys of
 * sections are others, which no table keeps.
 */
async function presentPaper(
  db: Db,
  exam: PackExam,
  examId: number,
  questionIds: Map<string, number>,
): Promise<number | undefined> {
  const paper = await db
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
  const sections = await db
    .selectFrom('paper_sections')
    .where('paper_id', '=', paper.id)
    .select('id')
    .orderBy('position')
    .execute()
  const held = await db
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
  sectionIds: Map<number, number>,
  questionIds: Map<string, number>,
) {
  let position = 0
  return exam.sections.flatMap((section, index) =>
    section.questions.map((key) => ({
      paper_id: paperId,
      question_id: idOf(questionIds, key),
      section_id: sectionIds.get(index)!,
      position: position++,
    })),
  )
}

/** The same for two compositions only if they have the same sections, questions in the same order and marks. */
export function fingerprint({ sections, marks }: Pick<PackExam, 'sections' | 'marks'>): string {
  const composition = [sections.map(({ key, questions }) => [key, questions]), Object.values(marks)]
  return createHash('sha256').update(JSON.stringify(composition)).digest('hex').slice(0, 32)
}
