import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../tests/support/api/database.ts'
import { jsonIds } from './json-rows.ts'
import { updateRows, type Row } from './update-rows.ts'

let opened: FreshDatabase
beforeEach(async () => {
  opened = await freshDatabase()
})
afterEach(() => opened.close())

const COUNT = 2500

async function insertDistricts(): Promise<number[]> {
  const rows = Array.from({ length: COUNT }, (_, index) => ({ district_name: `District ${index}`, position: index }))
  const ids: number[] = []
  for (let from = 0; from < COUNT; from += 500) {
    const part = rows.slice(from, from + 500)
    const made = await opened.db.insertInto('districts').values(part).returning('id').execute()
    ids.push(...made.map(({ id }) => id))
  }
  return ids
}

it('updates numbers, texts with any characters and missing values of more rows than one statement holds', async () => {
  const ids = await insertDistricts()
  const nameOf = (index: number) => `"Ernākuḷam" '${index}'\n\\ 😀 [1, null]`
  const rows = ids.map((id, index): Row => ({ id, district_name: nameOf(index), position: COUNT - index }))
  await opened.db.transaction().execute((tx) => updateRows(tx, 'districts', rows))
  const stored = await opened.db.selectFrom('districts').where('id', 'in', ids.slice(-3)).selectAll().execute()
  for (const row of stored) {
    const index = ids.indexOf(row.id)
    expect(row).toEqual({ ...row, district_name: nameOf(index), position: COUNT - index })
  }
  const changed = opened.db.selectFrom('districts').where('district_name', 'like', '"Ern%')
  const { count } = await changed.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  expect(Number(count)).toBe(COUNT)
})

it('sends a statement with as many parameters for 1,000 rows as for one', async () => {
  const ids = await insertDistricts()
  const compiled = (list: number[]) =>
    opened.db.selectFrom('districts').where('id', 'in', jsonIds(opened.db, list)).select('id').compile()
  expect(compiled(ids.slice(0, 1000)).sql).toBe(compiled(ids.slice(0, 1)).sql)
  const found = await opened.db
    .selectFrom('districts')
    .where('id', 'in', jsonIds(opened.db, ids.slice(0, 1000)))
    .select('id')
    .execute()
  expect(found.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(ids.slice(0, 1000))
})
