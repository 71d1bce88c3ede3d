import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { indianDateTime } from '#lib/both/time/clock.ts'
import { freshDatabase, type FreshDatabase } from '../../../../tests/support/api/database.ts'
import { edited, packImporter, smallPack } from '../../../../tests/support/packs/pack.ts'

const files = smallPack()

let opened: FreshDatabase
let importFiles: ReturnType<typeof packImporter>
beforeEach(async () => {
  opened = await freshDatabase()
  importFiles = packImporter(opened)
})
afterEach(() => opened.close())

describe('importing a content pack', () => {
  it('creates demo learners only when asked, and never overwrites what they did', async () => {
    expect((await importFiles(files)).newLearners).toBe(0)
    expect(await opened.db.selectFrom('users').select('id').execute()).toEqual([])
    expect((await importFiles(files, true)).newLearners).toBe(2)
    const { db } = opened
    const asha = await db.selectFrom('users').selectAll().where('phone', '=', '9000000001').executeTakeFirstOrThrow()
    expect(asha).toMatchObject({ name: 'Asha Menon', birthday: '2001-04-12', registration_completed: 1 })
    const bought = await db.selectFrom('enrolments').selectAll().where('user_id', '=', asha.id).orderBy('id').execute()
    expect(bought.map((row) => [row.payment_status, row.renewal_paise, indianDateTime(row.valid_until)])).toEqual([
      ['closedpymnt', 0, '2026-09-18 23:59:00'],
      ['partialpymnt', 49950, '2026-02-10 23:59:00'],
    ])
    expect(await db.selectFrom('chapter_progress').selectAll().execute()).toHaveLength(1)

    await db.updateTable('users').set({ name: 'Asha M' }).where('id', '=', asha.id).execute()
    await db.deleteFrom('chapter_progress').execute()
    await db.updateTable('enrolments').set({ valid_until: 1 }).where('id', '=', bought[1]!.id).execute()
    expect((await importFiles(files, true)).changedLearners).toEqual([])
    expect(await db.selectFrom('users').select('name').where('id', '=', asha.id).executeTakeFirst()).toEqual({
      name: 'Asha M',
    })
    expect(await db.selectFrom('chapter_progress').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('enrolments').select(['id', 'valid_until']).orderBy('id').execute()).toEqual([
      { id: bought[0]!.id, valid_until: bought[0]!.valid_until },
      { id: bought[1]!.id, valid_until: 1 },
    ])
  })

  it('gives a learner whose phone is known the role and the courses that are new, and says so', async () => {
    await importFiles(files, true)
    const { db } = opened
    const bought = `    role: mentor
    purchases:
      - course: beta
        valid_until: today+10d 23:59
        payment_status: closedpymnt
        renewal_amount: 0
        sale_staff: Hari
        watched: []
`
    const more = edited(
      files,
      'learners.yaml',
      '    registration_completed: false\n',
      `    registration_completed: false\n${bought}`,
    )
    const { newLearners, changedLearners } = await importFiles(more, true)
    expect([newLearners, changedLearners]).toEqual([
      0,
      [expect.stringMatching(/^\+91 9000000002: role learner -> mentor; course beta until \d\d-\d\d-\d{4}$/)],
    ])
    const babu = await db.selectFrom('users').selectAll().where('phone', '=', '9000000002').executeTakeFirstOrThrow()
    const sale = await db
      .selectFrom('payments')
      .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
      .select(['sale_staff', 'invoice_number'])
      .where('user_id', '=', babu.id)
      .executeTakeFirstOrThrow()
    // Numbered among all others, and sold by whom the pack names.
    expect(sale).toEqual({
      sale_staff: 'Hari',
      invoice_number: expect.stringMatching(/^\d\d-\d\d\/00000\d$/) as string,
    })
    expect(babu.role).toBe('mentor')
    for (const table of ['enrolments', 'purchases'] as const) {
      const rows = await db.selectFrom(table).select('payment_status').where('user_id', '=', babu.id).execute()
      expect(rows).toEqual([{ payment_status: 'closedpymnt' }])
    }
    expect((await importFiles(more, true)).changedLearners).toEqual([])
    // A pack that says nothing of the role takes none away.
    expect((await importFiles(files, true)).changedLearners).toEqual([])
  })
})
