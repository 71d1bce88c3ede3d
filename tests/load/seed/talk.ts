import { sql } from 'kysely'
import { DAY, HOUR } from '#lib/both/time/clock.ts'
import { activeLearner } from './learners.ts'
import { numbers, scattered, skewed, whole, type Whole } from './numbers.ts'
import { fill, inBatches, n, type Seeding } from './seeding.ts'
import { ACTIVE_EVERY } from './sizes.ts'

const REPLIES = 0.25
/** One comment of so many was deleted, one was reported. */
const DELETED_EVERY = 100
const REPORTED_EVERY = 200
/** Notifications to everybody, to those of a course, and to each of the most active learners. */
const TO_ALL = 20
const TO_COURSE = 2
const TO_ACTIVE = 8
const TICKET_EVERY = 20

/** Comments, what the bell shows, and tickets. */
export async function seedTalk(seeding: Seeding): Promise<void> {
  await seedDiscussions(seeding)
  await seedNotifications(seeding)
  await seedTickets(seeding)
}

/** Popular courses have many comments. */
async function seedDiscussions(seeding: Seeding): Promise<void> {
  const { db, sizes, now, id } = seeding
  const replies = Math.floor(sizes.comments * REPLIES)
  const comments = sizes.comments - replies
  const year = 365 * (DAY / 1000)
  await fill(seeding, 'discussions', comments, {
    id: id('discussions', n),
    panel_id: id('discussion_panels', sql`(1 + ${skewed(n, 71, sizes.courses)})`),
    user_id: id('users', sql`(1 + ${scattered(n, 72, sizes.learners)})`),
    content_html: sql`'<p>Why is the answer of number ' || n || ' what it is? I read the chapter twice.</p>'`,
    created_at: sql`${whole(now - DAY)} - (${whole(comments)} - n) * ${whole(year)} / ${whole(comments)} * 1000`,
    deleted_at: sql`case when n % ${whole(DELETED_EVERY)} = 0 then ${whole(now - HOUR)} end`,
  })
  // Pages are as long at every size.
  const parent = id('discussions', sql`(1 + ${scattered(n, 73, comments)})`)
  await inBatches(seeding, 'replies', { count: replies }, (from, to) =>
    sql`insert into discussions (id, panel_id, user_id, parent_id, content_html, created_at)
      select ${id('discussions', sql`(${whole(comments)} + n)`)}, panel_id,
        ${id('users', sql`(1 + ${scattered(n, 74, sizes.learners)})`)}, id, '<p>It follows from the second article.</p>',
        created_at + ${whole(HOUR)}
      from ${numbers(from, to)} as made join discussions on discussions.id = ${parent}`.execute(db),
  )
  await fill(seeding, 'discussion_reports', Math.floor(sizes.comments / REPORTED_EVERY), {
    discussion_id: id('discussions', sql`(n * ${whole(REPORTED_EVERY)} - 1)`),
    user_id: id('users', sql`(1 + ${scattered(n, 75, sizes.learners)})`),
    created_at: whole(now - HOUR),
  })
}

async function seedNotifications(seeding: Seeding): Promise<void> {
  const { db, sizes, now, id } = seeding
  const common = {
    kind: sql`'announcements'`,
    title: sql`'What is new ' || n`,
    message_html: sql`'<p>A class was added for those who asked for it.</p>'`,
    click_action: sql`'general'`,
    created_at: sql`${whole(now)} - (1 + n % 80) * ${whole(DAY)}`,
    expires_at: sql`${whole(now)} + (90 - n % 80) * ${whole(DAY)}`,
  }
  let made = 0
  const tell = async (count: number, to: { user_id?: Whole; course_id?: Whole }) => {
    await fill(seeding, 'notifications', count, {
      id: id('notifications', sql`(${whole(made)} + n)`),
      ...common,
      ...to,
    })
    made += count
  }
  const active = Math.ceil(sizes.learners / ACTIVE_EVERY) * TO_ACTIVE
  await tell(TO_ALL, {})
  await tell(sizes.courses * TO_COURSE, { course_id: id('courses', sql`(1 + (n - 1) / ${whole(TO_COURSE)})`) })
  const personal = made
  await tell(active, { user_id: id('users', activeLearner(sql`(1 + (n - 1) / ${whole(TO_ACTIVE)})`)) })
  await tell(Math.floor(sizes.learners / 2), { user_id: id('users', sql`(n * 2)`) })
  const read = Math.floor((made - personal) / 2)
  await inBatches(seeding, 'notification_reads', { count: read }, (from, to) =>
    sql`insert into notification_reads (user_id, notification_id, read_at)
      select user_id, id, created_at + ${whole(HOUR)} from ${numbers(from, to)} as made
      join notifications on notifications.id = ${id('notifications', sql`(${whole(personal)} + n * 2)`)}`.execute(db),
  )
}

async function seedTickets(seeding: Seeding): Promise<void> {
  const { sizes, now, id } = seeding
  const count = Math.floor(sizes.learners / TICKET_EVERY)
  await fill(seeding, 'tickets', count, {
    id: id('tickets', n),
    user_id: id('users', sql`(n * ${whole(TICKET_EVERY)})`),
    category_id: whole(1),
    title: sql`'A question about number ' || n`,
    mode: sql`case when n % 10 = 0 then 'open' else 'closed' end`,
    created_at: sql`${whole(now)} - (1 + ${scattered(n, 81, 300)}) * ${whole(DAY)}`,
  })
  await fill(seeding, 'ticket_messages', count * 2, {
    ticket_id: id('tickets', sql`(1 + (n - 1) / 2)`),
    mode: sql`case when n % 2 = 1 then 'user' else 'staff' end`,
    staff_name: sql`case when n % 2 = 1 then null else 'Anu' end`,
    body: sql`'The second lecture does not open on my phone.'`,
    created_at: sql`${whole(now)} - ${whole(HOUR)}`,
  })
}
