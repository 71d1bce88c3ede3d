import { renderMarkdown } from '#lib/server/markdown/markdown.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { seedExam, type SeededExam } from '../../support/scenes/exam-fixture.ts'
import { seedLearners, type SeededLearner } from '../../support/scenes/learners.ts'
import type { Data } from '../candidates.ts'
import { questionTexts } from '../seed/questions.ts'

/** An exam and those who will sit it. */
export interface District {
  exam: SeededExam
  learners: SeededLearner[]
}

/** Four sections of 25 questions. */
const SECTIONS = [25, 25, 25, 25]

/**
 * Puts an exam of a hundred questions as real ones are, and its candidates, into data that may be empty. The exam opens when
 * `openDoors` says so.
 */
export async function seedDistrict(data: Data, candidates: number, minutes: number): Promise<District> {
  const opened = await openDatabase(data)
  const { db } = opened
  try {
    await migrate(opened)
    const opensAt = Date.now() + HOUR
    const exam = await seedExam(db, {
      title: 'District exam',
      sections: SECTIONS,
      minutes,
      opensAt,
      closesAt: opensAt + HOUR,
    })
    for (const [number, { qid, options }] of exam.questions.entries()) {
      const texts = questionTexts(number)
      const content_html = rendered(texts.text)
      await db
        .updateTable('questions')
        .set({ content_html, explanation_html: rendered(texts.explanation) })
        .where('id', '=', qid)
        .execute()
      for (const [place, id] of options.entries()) {
        const option = { content_html: rendered(texts.options[place]!, true) }
        await db.updateTable('question_options').set(option).where('id', '=', id).execute()
      }
    }
    return { exam, learners: await seedLearners(db, candidates) }
  } finally {
    await opened.close()
  }
}

/** Opens the exam at a moment, in milliseconds since 1970, for so many minutes: whoever starts later has less time. */
export async function openDoors(data: Data, { id }: SeededExam, from: number, until: number): Promise<void> {
  const { db, close } = await openDatabase(data)
  await db.updateTable('exams').set({ opens_at: from, closes_at: until }).where('id', '=', id).execute()
  await close()
}

/** As a content pack is imported. */
function rendered(text: string, inline = false): string {
  return renderMarkdown(text, { resolveMedia: () => 'there are no files', inline }).html
}
