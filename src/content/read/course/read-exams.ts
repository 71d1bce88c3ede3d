import type { PackCourse, PackExam, PackQuestion } from '../../pack.ts'
import type { PackReader } from '../pack-reader.ts'
import { PackedQuestion } from '../../schemas/packed-question.ts'
import { examSchema, letters, questionSchema, type ExamFile, type QuestionEntry } from '../../schemas/schemas.ts'
import { findAlikeOptions } from '../alike-options.ts'
import { isAlwaysAfter } from '../../times.ts'
import { LOST_TO_COMMENT, type YamlFile } from '../yaml-file.ts'

/** Reads every file of questions/. */
export async function readQuestions(reader: PackReader): Promise<PackQuestion[]> {
  const questions: PackQuestion[] = []
  for (const file of reader.yamlLists('questions')) {
    if (!Array.isArray(file?.data)) {
      file?.problem([], 'must be a list of questions')
      reader.known.allQuestions = false
      continue
    }
    for (const [index, entry] of file.data.entries()) {
      const key = (entry as { key?: unknown } | null)?.key
      if (typeof key === 'string') {
        if (reader.known.questions.has(key))
          file.problem([index, 'key'], `question '${key}' is there twice in the pack`)
        reader.known.questions.add(key)
      } else reader.known.allQuestions = false
      const question = file.parse(questionSchema, [index])
      if (question) questions.push(await renderQuestion(reader, file, index, question))
    }
  }
  return questions
}

async function renderQuestion(
  reader: PackReader,
  file: YamlFile,
  index: number,
  question: QuestionEntry,
): Promise<PackQuestion> {
  const options = []
  const { key, text, explanation, html: asHtml } = question
  if (explanation === undefined && file.isComment([index, 'explanation']))
    file.problem([index, 'explanation'], `explanation is empty${LOST_TO_COMMENT}`)
  else if (explanation === undefined)
    file.warning([index, 'explanation'], `question '${key}' has no explanation; learners see the right answer alone`)
  for (const [position, option] of question.options.entries()) {
    options.push({
      contentHtml: await reader.written(file, [index, 'options', position], option, { asHtml, inline: true }),
      isAnswer: letters[position] === question.answer,
    })
  }
  for (const { position, first } of findAlikeOptions(options.map(({ contentHtml }) => contentHtml)))
    file.warning(
      [index, 'options', position],
      `option ${letters[position]} looks like option ${letters[first]}: they differ only in how they are typed`,
    )
  return new PackedQuestion({
    key,
    contentHtml: await reader.written(file, [index, 'text'], text, { asHtml }),
    explanationHtml:
      explanation === undefined ? '' : await reader.written(file, [index, 'explanation'], explanation, { asHtml }),
    options,
    source: asHtml
      ? undefined
      : reader.sourceOf({ text, options: question.options, ...(explanation !== undefined && { explanation }) }),
    where: file.where([index]),
  })
}

/** Reads every file of exams/, after the courses and questions they refer to. */
export async function readExams(reader: PackReader, packCourses: PackCourse[]): Promise<PackExam[]> {
  const exams: PackExam[] = []
  for (const name of reader.names('exams').filter(isYaml)) {
    const expected = name.slice(0, -'.yaml'.length)
    reader.known.exams.add(expected)
    const file = reader.yaml(`exams/${name}`)
    const exam = file?.parse(examSchema)
    if (!file || !exam) continue
    if (exam.key !== expected) file.problem(['key'], `key '${exam.key}' must be the file's name, '${expected}'`)
    checkCourses(reader, file, exam, packCourses)
    checkQuestions(reader, file, exam)
    checkTimes(reader, file, exam)
    const { instructions, html, course, courses = course === undefined ? [] : [course], ...rest } = exam
    const instructionsHtml = await reader.written(file, ['instructions'], instructions, { asHtml: html })
    const source = html ? undefined : reader.sourceOf({ instructions, sections: rest.sections.map(({ key }) => key) })
    exams.push({ ...rest, courses, instructionsHtml, source })
  }
  return exams
}

/** Every course must be one of the pack and have the chapter, where one is named. */
function checkCourses(
  { known }: PackReader,
  file: YamlFile,
  { course, courses, chapter }: ExamFile,
  packCourses: PackCourse[],
): void {
  const named = course === undefined ? (courses ?? []).map((key, index) => ({ key, at: ['courses', index] })) : []
  if (course !== undefined) named.push({ key: course, at: ['course'] })
  for (const { key, at } of named) {
    if (!known.courses.has(key)) file.problem(at, `there is no course '${key}'`)
    // A course that is wrong in itself has been reported; its chapters are not known then.
    const found = packCourses.find((other) => other.key === key)
    const chapters = found?.sections.flatMap((section) => section.chapters.map((each) => each.key))
    if (chapter !== undefined && chapters && !chapters.includes(chapter)) {
      file.problem(['chapter'], `course '${key}' has no chapter '${chapter}'`)
    }
  }
}

function checkQuestions(reader: PackReader, file: YamlFile, exam: ExamFile): void {
  const sectionOf = new Map<string, number>()
  for (const [index, section] of exam.sections.entries()) {
    const at = ['sections', index, 'questions']
    reader.knowQuestions(file, at, section.questions)
    for (const [position, key] of section.questions.entries()) {
      if ((sectionOf.get(key) ?? index) !== index) {
        file.problem([...at, position], `question '${key}' is there twice in the exam`)
      }
      sectionOf.set(key, index)
    }
  }
}

function checkTimes({ now }: PackReader, file: YamlFile, exam: ExamFile): void {
  if (exam.opens === undefined || exam.closes === undefined || isAlwaysAfter(exam.closes, exam.opens, now)) return
  file.problem(['closes'], `closes (${exam.closes}) must be after opens (${exam.opens})`)
}

function isYaml(name: string): boolean {
  return name.endsWith('.yaml')
}
