import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import path from 'node:path'
import { sanitizeAuthored } from '#lib/server/text/html.ts'
import { learnerHtml } from '#lib/server/text/learner-text.ts'
import { hostileTexts, ownPicture } from '../hostile/hostile-texts.ts'

/** Columns of one line or a few that pages show as text: after what they say stands one hostile text, in turns. */
const lines: Record<string, string[]> = {
  users: ['name', 'city', 'email'],
  sessions: ['user_agent', 'device'],
  course_groups: ['title', 'alt'],
  course_categories: ['label'],
  course_subcategories: ['label'],
  courses: ['title', 'summary', 'thumbnail_alt'],
  course_sections: ['title'],
  chapters: ['title'],
  exams: ['title', 'category_title'],
  paper_sections: ['title'],
  districts: ['district_name'],
  communities: ['category_name'],
  chapter_documents: ['title'],
  daily_workouts: ['title'],
  live_classes: ['title', 'tutor_name'],
  quizzes: ['title', 'category'],
  news_categories: ['title'],
  news: ['title', 'description', 'alt'],
  blog_articles: ['title', 'summary', 'author', 'alt'],
  webinars: ['title', 'summary', 'presenter', 'alt'],
  marketing_splashes: ['alt', 'splash_success'],
  notifications: ['title'],
  tickets: ['title'],
  ticket_messages: ['staff_name'],
  saved_replies: ['title', 'changed_by'],
  staff: ['name'],
  payments: ['provider_payment_id'],
}

const all = hostileTexts.join('\n')

/** Columns of longer texts, as an importer and the features store them, and what makes them so. */
const texts: Record<string, Record<string, (written: string) => string>> = {
  questions: { content_html: sanitizeAuthored, explanation_html: sanitizeAuthored },
  exams: { instructions_html: sanitizeAuthored },
  daily_workouts: { content: sanitizeAuthored },
  news: { body_html: sanitizeAuthored },
  blog_articles: { body_html: sanitizeAuthored },
  webinars: { about_html: sanitizeAuthored },
  notifications: { message_html: sanitizeAuthored },
  discussions: { content_html: learnerHtml },
  ticket_messages: { body: (written) => written },
  saved_replies: { body: (written) => written },
}

/** Hostile texts in each of them, in turns: a page shows several, and takes long to draw all in each. */
const PART = 80

/** Some name this picture of ours, which may be shown. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='

/** Puts the hostile texts wherever people may write, in a data file that no server has open. */
export function spoilContent(dataDir: string): void {
  writeFileSync(path.join(dataDir, ownPicture), Buffer.from(picture, 'base64'))
  const data = new DatabaseSync(path.join(dataDir, 'padavu.db'))
  let turn = 0
  const next = () => hostileTexts[turn++ % hostileTexts.length]!
  data.exec('begin')
  for (const [table, columns] of Object.entries(lines)) {
    for (const column of columns) {
      const write = data.prepare(`update ${table} set ${column} = ${column} || ' ' || ? where rowid = ?`)
      for (const { row } of data.prepare(`select rowid as row from ${table} where ${column} is not null`).all())
        write.run(next(), row!)
    }
  }
  const several = () => Array.from({ length: PART }, next).join('\n')
  for (const [table, columns] of Object.entries(texts)) {
    for (const [column, stored] of Object.entries(columns)) {
      const write = data.prepare(`update ${table} set ${column} = ? where rowid = ?`)
      for (const { row } of data.prepare(`select rowid as row from ${table} where ${column} is not null`).all())
        write.run(stored(several()), row!)
    }
  }
  data.prepare('update courses set description_html = ?').run(sanitizeAuthored(all))
  const option = data.prepare('update question_options set content_html = content_html || ? where rowid = ?')
  for (const { row } of data.prepare('select rowid as row from question_options').all())
    option.run(sanitizeAuthored(` ${next()} ${next()} ${next()}`), row!)
  const receipt = data.prepare(
    "update payments set receipt = json_set(receipt, '$.buyer.name', ?, '$.buyer.city', ?, '$.buyer.email', ?, '$.description', ?, '$.acc_ref_id', ?) where id = ? and receipt is not null",
  )
  for (const { id } of data.prepare('select id from payments').all())
    receipt.run(next(), next(), next(), next(), next(), id!)
  const [{ learner, comment }] = data
    .prepare('select user_id as learner, id as comment from discussions where deleted_at is null order by id limit 1')
    .all() as [{ learner: number; comment: number }]
  data
    .prepare('insert into discussion_reports (discussion_id, user_id, created_at) values (?, ?, 1)')
    .run(comment, learner)
  const note = data.prepare('insert into learner_notes (user_id, author, body, created_at) values (1, ?, ?, 1)')
  for (let number = 0; number < 20; number += 1) note.run(next(), several())
  const refund = data.prepare(
    "insert into payment_refunds (payment_id, amount_paise, key, status, problem, created_at) values (?, 100, ?, 'failed', ?, ?)",
  )
  const order = data.prepare(
    "insert into payment_orders (purchase_id, kind, amount_paise, receipt, provider, provider_order_id, status, check_at, created_at) values (?, 'purchase', 100, ?, 'sandbox', ?, 'lapsed', 1, 1)",
  )
  for (const { id, purchase } of data.prepare('select id, purchase_id as purchase from payments').all()) {
    refund.run(id!, `spoilt ${id}`, next(), Date.now())
    order.run(purchase!, `spoilt ${id}`, `${next()} ${id}`)
  }
  const tags = data.prepare('update courses set tags = ? where rowid = ?')
  for (const { row } of data.prepare('select rowid as row from courses').all())
    tags.run(JSON.stringify([next(), next()]), row!)
  data.exec('commit')
  data.close()
}
