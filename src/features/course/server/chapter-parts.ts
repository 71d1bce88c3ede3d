import type { LearnerContext } from '#core/context.ts'
import { examsOfChapter } from '#features/exams/list/server/course-exams.ts'
import { courseContent } from './page/course-content.ts'
import { openChapter } from './entitlement.ts'

/**
 * Exams and documents of a chapter the learner may open (document 2, section 7, 'chapterexams').
 * @throws notFound, forbidden as `openChapter`
 */
export async function getChapterExams(ctx: LearnerContext, { params }: { params: { chapterId: number } }) {
  const { id, course_id } = await openChapter(ctx, params.chapterId)
  const [exams, content, sign] = await Promise.all([
    examsOfChapter(ctx, course_id, id),
    courseContent(ctx, course_id),
    ctx.links.signer(),
  ])
  const rows = content.documents.get(id) ?? []
  const documents = rows.map((row) => ({ id: row.id, title: row.title, value: sign(row.file, row.title) }))
  return { status: true, server_time: ctx.now(), data: { exams, documents } }
}
