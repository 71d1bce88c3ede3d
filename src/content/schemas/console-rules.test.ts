import { describe, expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { changeClass, makeClasses } from '#features/live-classes/staff/classes.contract.ts'
import { changePrice } from '#features/purchases/staff/prices/prices.contract.ts'
import { indianTime } from '#lib/both/time/clock.ts'
import { edited, packProblems } from '../../../tests/support/packs/pack.ts'
import { files } from '../../../tests/support/packs/two-sides.ts'
import { writtenTime } from '../times.ts'
import { liveClassesSchema } from './learning-schemas.ts'
import { courseSchema } from './schemas.ts'

/** What forms of the console and packs say of the same, so that whatever one stores the other can say. */

const evening = indianTime(2026, 3, 9, 18)

const ofForm = {
  ...{
    id: 1,
    version: 1,
    course_id: 1,
    title: 'Doubts',
    mentor: 'Lekha Varma',
    join_url: 'https://meet.example.org/a',
  },
  ...{ starts_at: evening, ends_at: evening + 3_600_000 },
}
const ofPack = {
  ...{ key: 'doubts', course: 'alpha', title: 'Doubts', mentor: 'Lekha Varma' },
  ...{ starts: 'today 18:00', ends: 'today 19:00', join_url: 'https://meet.example.org/a' },
}

/** What a live class stores of a text, by either way; undefined where it is refused. */
const byForm = (field: 'title' | 'mentor' | 'join_url', value: string) =>
  [makeClasses, changeClass].map(({ body }) => z.safeParse(body, { ...ofForm, [field]: value }).data?.[field])
const byPack = (field: 'title' | 'mentor' | 'join_url', value: string) =>
  liveClassesSchema.safeParse([{ ...ofPack, [field]: value }]).data?.[0]?.[field]

describe('a live class', () => {
  test.each([
    ['title', 'Doubts: x² and മലയാളം'],
    ['title', 'x'.repeat(160)],
    ['title', 'x'.repeat(161)],
    ['title', '  Doubts '],
    ['title', ' '],
    ['title', 'A\u0007bell'],
    ['mentor', 'x'.repeat(100)],
    ['mentor', 'x'.repeat(101)],
    ['mentor', ''],
    ['join_url', 'https://meet.example.org/a?b=1#c'],
    ['join_url', `https://meet.example.org/${'a'.repeat(1975)}`],
    ['join_url', `https://meet.example.org/${'a'.repeat(1976)}`],
    ['join_url', 'http://meet.example.org/a'],
    ['join_url', 'https://meet.example.org/a b'],
    ['join_url', 'https://meet.example.org/\u0001'],
    ['join_url', 'https://somebody@meet.example.org/'],
    ['join_url', 'javascript:alert(1)'],
    ['join_url', '/live-classes'],
    ['join_url', ''],
  ] as const)('has the same %s by a form and by a pack: %s', (field, value) => {
    const stored = byPack(field, value)
    expect(byForm(field, value)).toEqual([stored, stored])
  })

  test.each([
    ['an hour later', evening + 3_600_000, true],
    ['at its start', evening, false],
    ['a day later', evening + 86_400_000, true],
    ['a day and a minute later', evening + 86_460_000, false],
  ])('ends %s by both, or by neither', async (_, ends_at, isRight) => {
    const at = (instant: number) => writtenTime(instant)
    const pack = edited(
      edited(files, 'live-classes.yaml', 'starts: today 18:00', `starts: ${at(evening)}`),
      'live-classes.yaml',
      'ends: today 19:00',
      `ends: ${at(ends_at)}`,
    )
    const problems = await packProblems(pack)
    expect(problems.filter((line) => line.startsWith('live-classes.yaml')).length === 0).toBe(isRight)
    expect(z.safeParse(makeClasses.body, { ...ofForm, ends_at }).success).toBe(isRight)
  })
})

it.each([
  ['a price', { price: 4999.5 }, true],
  ['no price at all', { price: 0 }, true],
  ['the lowest price that is charged', { price: 1 }, true],
  ['a price below a rupee', { price: 0.99 }, false],
  ['a price of a paisa', { price: 0.01 }, false],
  ['an offer that makes it free', { offer: 0 }, true],
  ['an offer below a rupee', { offer: 0.5 }, false],
  ['the highest price', { price: 10_000_000 }, true],
  ['a price beyond it', { price: 10_000_000.01 }, false],
  ['a price below nothing', { price: -1 }, false],
  ['a third decimal', { price: 10.005 }, false],
  ['an offer', { offer: 4998.99 }, true],
  ['an offer that is no lower', { offer: 4999 }, false],
  ['no tax', { gst: 0 }, true],
  ['all of it as tax', { gst: 100 }, true],
  ['more than that', { gst: 101 }, false],
  ['half a percent', { gst: 2.5 }, false],
  ['ten years', { days: 3650 }, true],
  ['a day more', { days: 3651 }, false],
  ['no day', { days: 0 }, false],
])('a course has %s by a form and by a pack, or by neither', (_, given, isRight) => {
  const { price, offer, gst, days } = { price: 4999, offer: undefined, gst: 18, days: 365, ...given }
  const pack = { price, offer_price: offer, gst, validity_days: days }
  const { error } = courseSchema.safeParse(pack)
  const problems = error!.issues.filter(({ path }) => String(path[0]) in pack)
  expect(problems.length === 0).toBe(isRight)
  const paise = (rupees: number) => Number((rupees * 100).toFixed(4))
  const body = {
    ...{ id: 1, version: 1, price_paise: paise(price), offer_price_paise: offer === undefined ? null : paise(offer) },
    ...{ gst_percent: gst, validity_days: days },
  }
  expect(z.safeParse(changePrice.body, body).success).toBe(isRight)
})
