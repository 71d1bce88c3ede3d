import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../tests/support/api/database.ts'
import { edited, packImporter, packProblems, smallPack } from '../../../../tests/support/packs/pack.ts'

let opened: FreshDatabase
beforeEach(async () => {
  opened = await freshDatabase()
})
afterEach(() => opened.close())

const packWith = (tickets: string) =>
  edited(smallPack(), 'learners.yaml', '  - phone: "9000000002"', `    tickets:\n${tickets}\n  - phone: "9000000002"`)

const good = `      - title: About Alpha
        category: 3
        course: alpha
        closed: true
        messages:
          - { at: today-2d 10:00, text: Where? }
          - { by: Divya, at: today-1d 09:00, text: Here }`

it('the tickets of a demo learner come with the learner, once', async () => {
  const importIt = packImporter(opened)
  await importIt(packWith(good), true)
  await importIt(packWith(good), true)
  const tickets = await opened.db.selectFrom('tickets').selectAll().execute()
  expect(tickets).toMatchObject([{ title: 'About Alpha', category_id: 3, mode: 'closed' }])
  const messages = await opened.db.selectFrom('ticket_messages').selectAll().orderBy('id').execute()
  expect(messages.map(({ mode, staff_name, body }) => [mode, staff_name, body])).toEqual([
    ['user', null, 'Where?'],
    ['staff', 'Divya', 'Here'],
  ])
  expect([tickets[0]?.created_at, tickets[0]?.closed_at]).toEqual(messages.map(({ created_at }) => created_at))
})

it.each([
  ['course: alpha\n', 'course: gamma\n', "the learner has not bought 'gamma'"],
  ['        course: alpha\n', '', 'course is missing in category 3'],
  ['category: 3', 'category: 8', 'category must be a number from 1 to 7'],
  ['{ at: today-2d', '{ by: Divya, at: today-2d', "the first message must be the learner's own"],
  ['today-1d 09:00', 'today-2d 09:00', 'at (today-2d 09:00) must be after today-2d 10:00'],
])('with %j turned into %j they are refused', async (from, to, problem) => {
  const problems = await packProblems(packWith(good.replace(from, to)))
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain('learners.yaml:')
  expect(problems[0]).toContain(problem)
})
