import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '#http/routes.ts'
import { HOUR } from '#lib/both/time/clock.ts'
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
  await scene.creditNote()
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

test('eight calls export CSV', () => {
  expect(exports).toHaveLength(8)
})

/** Spellings of a position at which a later part of a file begins. */
const later: Record<string, Record<string, unknown>> = {
  'GET /api/v1/staff/learners/csv': { after: Buffer.from('[2147483647]').toString('base64url') },
  'GET /api/v1/staff/money/payments/csv': { after: '999999999999999-1' },
  'GET /api/v1/staff/money/registers/invoices/csv': { after: '1-1' },
  'GET /api/v1/staff/money/registers/credit-notes/csv': { after: '1-1' },
  'GET /api/v1/staff/audit/csv': { before: 2_000_000_000 },
  'GET /api/v1/staff/exams/{id}/ranks/csv': {
    sort: 'finish',
    after: Buffer.from(JSON.stringify(['finish', 999_999_999_999_999, 2_000_000_000])).toString('base64url'),
  },
}

/** Other filters than those of `later`. */
const narrow: Record<string, Record<string, unknown>> = {
  'GET /api/v1/staff/learners/csv': { status: 'blocked' },
  'GET /api/v1/staff/money/payments/csv': { method: 'cash' },
  'GET /api/v1/staff/money/registers/invoices/csv': { from: '2030-01-01' },
  'GET /api/v1/staff/money/registers/credit-notes/csv': { from: '2030-01-01' },
  'GET /api/v1/staff/audit/csv': { action: 'nothing' },
  'GET /api/v1/staff/exams/{id}/ranks/csv': { sort: 'rank' },
}

const inParts = exports.filter(({ name }) => name in later)

test('exports in parts have a test of what the log shows of them', () => {
  const places = ['after', 'before']
  const withPlace = exports.filter(({ endpoint }) =>
    places.some((place) => place in ((endpoint.query._zod.def as { shape?: object }).shape ?? {})),
  )
  expect(inParts).toEqual(withPlace)
})

test.each(inParts)(
  '$name is in the log with its filters, also after one with narrow filters',
  async ({ name, endpoint }) => {
    const given = await staffMatrix[name]!.input?.(scene)
    const staff = await scene.as('owner')
    const ask = async (query: object) => {
      const input = { params: { ...given?.params }, query, body: {} }
      const { status } = await scene.api.request(...requestFor(endpoint, input, { staff }))
      expect(status).toBe(200)
    }
    const logged = async () => {
      const rows = await scene.api.services.db
        .selectFrom('audit_log')
        .innerJoin('audit_details', 'audit_details.log_id', 'audit_log.id')
        .select('audit_details.after')
        .where('staff_id', '=', staff.id)
        .orderBy('audit_log.id')
        .execute()
      return rows.map(({ after }) => JSON.parse(after ?? '{}') as object)
    }
    await ask(narrow[name]!)
    expect(await logged()).toEqual([expect.objectContaining(narrow[name]!)])
    await ask(later[name]!)
    await ask(later[name]!)
    await ask({ ...narrow[name], ...later[name] })
    const { after: _, before: __, ...filters } = later[name]!
    const [, ...wide] = await logged()
    expect(wide[0]).toMatchObject(filters)
    for (const field of Object.keys(narrow[name]!)) if (!(field in filters)) expect(wide[0]).not.toHaveProperty(field)
    expect(wide).toHaveLength(1)
  },
)

test.each(inParts)(
  '$name is in the log once, also where somebody begins with a later part',
  async ({ name, endpoint }) => {
    const given = await staffMatrix[name]!.input?.(scene)
    const staff = await scene.as('owner')
    const ask = async (query: object) => {
      const input = { params: { ...given?.params }, query, body: {} }
      const { status } = await scene.api.request(...requestFor(endpoint, input, { staff }))
      return status
    }
    const entries = async () =>
      (await scene.api.services.db.selectFrom('audit_log').select('id').where('staff_id', '=', staff.id).execute())
        .length
    expect([await ask(later[name]!), await entries()]).toEqual([200, 1])
    expect([await ask(later[name]!), await entries()]).toEqual([200, 1])
    scene.api.clock.advance(2 * HOUR)
    const { id } = staff
    await scene.api.services.db
      .updateTable('staff_sessions')
      .set({ last_seen_at: scene.api.clock.now(), factor_at: scene.api.clock.now() })
      .where('staff_id', '=', id)
      .execute()
    expect([await ask(later[name]!), await entries()]).toEqual([200, 2])
    expect([await ask({}), await entries()]).toEqual([200, 3])
  },
)

test.each(exports)('$name has no formula, by whatever signs a spreadsheet cuts it', async ({ name, endpoint }) => {
  const sample = sampleInput(endpoint)
  const given = await staffMatrix[name]!.input?.(scene)
  const input = { ...sample, params: { ...sample.params, ...given?.params }, query: { ...given?.query } }
  const staff = await scene.as('owner')
  // Written by users with such a name, and recorded in the log.
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
