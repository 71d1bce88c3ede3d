import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { aheadLine } from '#lib/browser/call/asked-ahead.ts'
import { listWorkouts } from './workouts.contract.ts'
import { PAGE_SIZE } from './workouts.rules.ts'
import { workoutsAheadScript } from './workouts-ahead.browser.ts'

const active = { id: 5, purchased_status: 'Subscribed upto' }
const other = { id: 6, purchased_status: 'Subscribed upto' }
const expired = { id: 7, purchased_status: 'Expired on' }

/** Runs the script on a page that has requested courses ahead, or nothing. */
async function ran(courses?: object[]) {
  const lines: string[] = []
  const pictures: string[] = []
  const data = [
    { contenttype: 'plain', content: 'Read' },
    { contenttype: 'images', content: '/files/first.svg' },
    { contenttype: 'images', content: '/files/second.svg' },
  ]
  const first = courses && Response.json({ data: courses })
  const scope = {
    askedAhead: first && [{ reply: Promise.resolve(first) }],
    askAhead: (line: string) => {
      lines.push(line)
      return { reply: Promise.resolve(Response.json({ workouts: { data } })) }
    },
    Image: class {
      set src(src: string) {
        pictures.push(src)
      }
    },
  }
  runInNewContext(workoutsAheadScript, { ...scope, window: scope })
  await new Promise((resolve) => setTimeout(resolve))
  await new Promise((resolve) => setTimeout(resolve))
  return { lines, pictures, first }
}

const lineOf = (id: number) => aheadLine(listWorkouts, { params: { id }, query: { per_page: PAGE_SIZE, page: 1 } })

test('the workouts of the first active course and their first picture are requested, as the island requests them', async () => {
  const { lines, pictures, first } = await ran([expired, active, other])
  expect(lines).toEqual([lineOf(5)])
  expect(pictures).toEqual(['/files/first.svg'])
  // The island still reads the reply.
  expect(first!.bodyUsed).toBe(false)
})

test.each([[[expired]], [[]], [undefined]])('with the courses %j nothing is requested', async (courses) => {
  expect(await ran(courses)).toMatchObject({ lines: [], pictures: [] })
})
