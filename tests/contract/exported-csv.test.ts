import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '#http/routes.ts'
import { readCsv } from '#lib/server/text/read-csv.ts'
import { requestFor } from '../support/api/calls.ts'
import { nameOf, sampleInput } from '../support/api/sample.ts'
import { staffScene, type StaffScene } from '../support/scenes/staff-scene.ts'
import { staffMatrix } from './staff-access-matrix.ts'

/** Calls whose reply is a part of a CSV file. */
const exports = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ reply }) => 'csv' in ((reply._zod.def as { shape?: object }).shape ?? {}))
  .map((endpoint) => ({ name: nameOf(endpoint), endpoint }))

/** A formula for each separator, as it may stand in a name, and full-width. */
const hostile = 'A;=HYPERLINK("http://x")\n＝1\t+2'

let scene: StaffScene

beforeAll(async () => {
  scene = await staffScene()
  const { db } = scene.api.services
  await scene.sale()
  await scene.student()
  await db
    .updateTable('users')
    .set({ name: `=1${hostile}`, email: '@x@example.org' })
    .execute()
  await db
    .updateTable('courses')
    .set({ title: `\ufeff-${hostile}` })
    .execute()
  await db.updateTable('payments').set({ provider_payment_id: '＋1;-1' }).execute()
})
afterAll(() => scene.api.close())

test('six calls export CSV', () => {
  expect(exports).toHaveLength(6)
})

test.each(exports)('$name has no formula, by whatever signs a spreadsheet cuts it', async ({ name, endpoint }) => {
  const sample = sampleInput(endpoint)
  const given = await staffMatrix[name]!.input?.(scene)
  const input = { ...sample, params: { ...sample.params, ...given?.params }, query: { ...given?.query } }
  const staff = await scene.as('owner')
  // Written by whoever has such a name, and noted in the log.
  await scene.api.services.db
    .updateTable('staff')
    .set({ name: `=1${hostile}` })
    .where('id', '=', staff.id)
    .execute()
  const ask = async () => {
    const response = await scene.api.request(...requestFor(endpoint, input, { staff }))
    return { status: response.status, body: (await response.json()) as { csv?: string } }
  }
  await ask()
  const { status, body } = await ask()
  if (status === (staffMatrix[name]!.expected ?? 200) && status !== 200) return
  expect(status).toBe(200)
  const csv = body.csv!
  for (const piece of csv.slice(1).split(/[,;\t\r\n]/)) {
    const text = piece.replace(/^["\s\ufeff]+/, '')
    // Numbers may be below zero.
    if (!/^-\d+(\.\d+)?"?$/.test(text)) expect(text).not.toMatch(/^[=+\-@＝＋－＠]/)
  }
  const rows = [...readCsv(csv)]
  expect(new Set(rows.map(({ cells }) => cells.length)).size).toBe(1)
})
