import { learnerHtml } from '#lib/server/text/learner-text.ts'
import { discussionSchema } from '../../schemas/learning-schemas.ts'
import type { PackContribution, PackCourse } from '../../pack.ts'
import type { PackReader } from '../pack-reader.ts'
import type { LearnerEntry } from '../../schemas/schemas.ts'
import { isAlwaysAfter } from '../../times.ts'
import type { Path, YamlFile } from '../yaml-file.ts'

/**
 * Reads discussion.yaml of every course, after the learners it refers to, and puts it into the courses.
 * @param learners undefined when their file is wrong, which has been reported
 */
export function readDiscussions(reader: PackReader, courses: PackCourse[], learners: LearnerEntry[] | undefined): void {
  for (const course of courses) {
    const name = `courses/${course.key}/discussion.yaml`
    const file = reader.has(name) ? reader.yaml(name) : undefined
    const comments = file?.parse(discussionSchema)
    if (!file || !comments) continue
    if (!course.discussion_panel) file.problem([], `course '${course.key}' has no discussion_panel`)
    course.discussion = comments.map((comment, index) => {
      const { at, replies = [] } = comment
      checkPeople(file, [index], comment, learners)
      for (const [position, reply] of replies.entries()) {
        const place = [index, 'replies', position]
        checkPeople(file, place, reply, learners)
        if (!isAlwaysAfter(reply.at, at, reader.now)) {
          file.problem([...place, 'at'], `at (${reply.at}) must be after the comment's (${at})`)
        }
      }
      return { ...packed(comment), replies: replies.map(packed) }
    })
  }
}

interface Entry {
  by: string
  at: string
  text: string
  reported_by?: string[] | undefined
  hidden?: boolean | undefined
}

const packed = ({ by, at, text, reported_by: reportedBy = [], hidden = false }: Entry): PackContribution => ({
  by,
  at,
  html: learnerHtml(text.trim()),
  reportedBy,
  hidden,
})

function checkPeople(file: YamlFile, place: Path, entry: Entry, learners: LearnerEntry[] | undefined): void {
  checkAuthor(file, [...place, 'by'], entry.by, learners)
  for (const [index, phone] of (entry.reported_by ?? []).entries()) {
    const at = [...place, 'reported_by', index]
    checkAuthor(file, at, phone, learners)
    if (phone === entry.by) file.problem(at, 'is who wrote it')
  }
}

/** The author must be in learners.yaml, with a name to show. */
function checkAuthor(file: YamlFile, at: Path, phone: string, learners: LearnerEntry[] | undefined): void {
  if (!learners) return
  const learner = learners.find((entry) => entry.phone === phone)
  if (!learner) file.problem(at, `learners.yaml has no learner with the phone '${phone}'`)
  else if (!learner.registration_completed)
    file.problem(at, `the learner '${phone}' has not completed the registration`)
}
