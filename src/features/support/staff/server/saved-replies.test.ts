import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { deskFixture } from '../../../../../tests/support/scenes/desk-fixture.ts'
import { MOST_SAVED } from '../saved-replies.rules.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const { supporter, logged } = deskFixture(() => api)
const receipt = { title: 'Receipt', body: 'Dear {name},\nit is under My purchases.', category_id: 2 }

it('answers are kept, changed and removed, each time with an entry in the log', async () => {
  const divya = await supporter()
  const { id } = (await divya.save(receipt)).body
  await divya.save({ title: 'Access', body: 'Soon.' })
  expect(await divya.saved()).toMatchObject([
    { title: 'Access', category_id: null, changed_by: divya.name },
    { id, ...receipt, version: 1, changed_at: api.clock.now() },
  ])
  expect((await divya.change({ id, version: 1, ...receipt, title: 'Invoice' })).status).toBe(200)
  expect((await divya.remove(id, 2)).status).toBe(200)
  expect(await divya.saved()).toHaveLength(1)
  expect((await logged()).map(({ action, subject }) => [action, subject]).at(-1)).toEqual([
    'saved reply removed',
    `saved reply ${id}`,
  ])
  expect(await logged()).toHaveLength(4)
})

it('of two who change one at once the second is told what it is now', async () => {
  const [divya, manu] = [await supporter(), await supporter()]
  const { id } = (await divya.save(receipt)).body
  const both = await Promise.all([
    divya.change({ id, version: 1, title: 'Mine', body: 'x' }),
    manu.change({ id, version: 1, title: 'Mine', body: 'x' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.body).toMatchObject({
    code: 'edited',
    errors: { title: 'Mine', body: 'x', version: '2' },
  })
  expect((await divya.remove(id, 1)).body.code).toBe('edited')
  expect((await divya.change({ id: 999, version: 1, title: 'x', body: 'x' })).status).toBe(404)
})

it('that are not right are refused by field, and one sent twice is kept once', async () => {
  const divya = await supporter()
  const errors = async (given: Partial<typeof receipt>) => (await divya.save({ ...receipt, ...given })).body.errors
  expect(await errors({ title: ' ' })).toEqual({ title: 'Please enter a title' })
  expect(await errors({ body: ' ' })).toEqual({ body: 'Message is required' })
  expect(await errors({ body: 'Dear {nmae}' })).toEqual({
    body: 'Nothing can be put in the place of {nmae}: there are {name} and {course}',
  })
  expect(await errors({ category_id: 99 })).toEqual({ category_id: 'Please choose a category from the list' })
  const [one, two] = [await divya.save(receipt, 'a-click'), await divya.save(receipt, 'a-click')]
  expect(two.body).toEqual(one.body)
  expect(await divya.saved()).toHaveLength(1)
})

it('there are so many at most', async () => {
  const divya = await supporter()
  const row = { ...receipt, changed_at: 1, changed_by: 'x' }
  await api.services.db
    .insertInto('saved_replies')
    .values(Array.from({ length: MOST_SAVED }, () => row))
    .execute()
  expect((await divya.save(receipt)).body.code).toBe('conflict')
})
