import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { renewRecoveryCodes } from '#features/staff/account/account.contract.ts'
import { checkAudit, listAudit } from '#features/staff/audit/audit.contract.ts'
import { deleteAccount, sendDeletionCode } from '#features/profile/profile.contract.ts'
import { testApi, type TestApi, type TestLearner } from '../../../tests/support/api/api.ts'
import { testWork } from '../../../tests/support/api/staff-work.ts'
import { unguardLog, writeLog } from '../../../tests/support/scenes/tampered-log.ts'
import { checkChain, hashOfEntry, type ChainEntry } from './audit-chain.ts'
import { readChain } from './read-chain.ts'
import { logWork } from './staff-log.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const db = () => api.services.db

async function problems(): Promise<string[]> {
  const { entries, head } = await readChain(db())
  return checkChain(entries, head)
}

/** Five entries, on which somebody with all rights to the database lays hands. */
async function tampered(...statements: string[]): Promise<string[]> {
  await writeLog(db(), 5)
  expect(await problems()).toEqual([])
  await unguardLog(db(), api.services.engine)
  for (const statement of statements) await sql.raw(statement).execute(db())
  return problems()
}

/** Puts in an entry whose own hash is right. */
const inserted = (id: number, previous: string) => {
  const texts = { who: 'Nobody', address: '', call: '', request_id: '', action: 'forged', subject: '' }
  const entry = { id, at: 1, staff_id: null, ...texts, details_hash: '', previous_hash: previous }
  const values = [...Object.values(entry), hashOfEntry(entry)]
  const written = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  return `insert into audit_log (${Object.keys(entry).join()}, hash) values (${written.join()})`
}

describe('the log of staff', () => {
  test('is whole after what was done in it, from its first entry to its end', async () => {
    expect(await problems()).toEqual([])
    await writeLog(db(), 3)
    const owner = await api.staff('owner')
    const checked = await api.call(checkAudit, {}, { staff: owner })
    expect(checked.body).toEqual({ entries: 3, problems: [] })
    const { data, next, actions } = (await api.call(listAudit, {}, { staff: owner })).body
    expect([data.map(({ id }) => id), next, actions]).toEqual([[3, 2, 1], null, ['access extended']])
    expect(data[0]).toMatchObject({ who: 'Leela', at: 3000, subject: 'course 3', reason: 'Reason 3' })
  })

  test('is listed by member of the staff, by commands and by learner', async () => {
    const [owner, { user }] = [await api.staff('owner'), await api.learner()]
    const work = { ...testWork(1), staffId: owner.id }
    await db()
      .transaction()
      .execute(async (tx) => {
        await logWork(tx, testWork(1), { action: 'by a command', subject: 'course 1' })
        await logWork(tx, work, { action: 'by the owner', subject: 'course 1', userId: user.id })
        await logWork(tx, work, { action: 'by the owner, of nobody', subject: 'course 1' })
      })
    const listed = async (query: { staff?: 'command' | number; learner?: number }) =>
      (await api.call(listAudit, { query }, { staff: owner })).body.data.map(({ action }) => action)
    expect(await listed({ staff: 'command' })).toEqual(['by a command'])
    expect(await listed({ staff: owner.id })).toEqual(['by the owner, of nobody', 'by the owner'])
    expect(await listed({ learner: user.id })).toEqual(['by the owner'])
    expect(await listed({ staff: 'command', learner: user.id })).toEqual([])
    const { staff } = (await api.call(listAudit, {}, { staff: owner })).body
    expect(staff).toEqual([{ id: owner.id, name: owner.name }])
  })

  test('is neither changed nor emptied, whoever asks the database', async () => {
    await writeLog(db(), 1)
    const refused = /the audit log is never changed/
    await expect(db().updateTable('audit_log').set({ who: 'Nobody' }).execute()).rejects.toThrow(refused)
    await db().deleteFrom('audit_details').execute()
    await expect(db().deleteFrom('audit_log').execute()).rejects.toThrow(refused)
  })

  test('says nothing of what was undone', async () => {
    await writeLog(db(), 1)
    const undone = db()
      .transaction()
      .execute(async (tx) => {
        await logWork(tx, testWork(1), { action: 'never', subject: 'course 1' })
        throw new Error('undone')
      })
    await expect(undone).rejects.toThrow('undone')
    await writeLog(db(), 1)
    expect([await problems(), (await readChain(db())).head?.lastId]).toEqual([[], 2])
  })

  test('has no gaps where many write at the same moment', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => api.staff('support')))
    const answers = await Promise.all(members.map((staff) => api.call(renewRecoveryCodes, {}, { staff })))
    expect(answers.map(({ status }) => status)).toEqual(members.map(() => 200))
    const rows = await db().selectFrom('audit_log').select(['id', 'staff_id']).orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(new Set(rows.map(({ staff_id }) => staff_id))).toEqual(new Set(members.map(({ id }) => id)))
    expect(await problems()).toEqual([])
  })
})

describe('an entry of the log of staff', () => {
  test.each([
    'at = 1',
    "who = 'Nobody'",
    "address = '::1'",
    "action = 'looked'",
    "subject = 'course 9'",
    'staff_id = 1',
  ])('shows that it was changed: %s', async (change) => {
    await api.staff('owner')
    expect(await tampered(`update audit_log set ${change} where id = 3`)).toEqual([
      'Entry 3 of the audit log was changed',
    ])
  })

  test('shows that it was changed with its own hash', async () => {
    await writeLog(db(), 5)
    await unguardLog(db(), api.services.engine)
    const row = await db().selectFrom('audit_log').selectAll().where('id', '=', 3).executeTakeFirstOrThrow()
    const hash = hashOfEntry({ ...row, at: Number(row.at), who: 'Nobody' })
    await db().updateTable('audit_log').set({ who: 'Nobody', hash }).where('id', '=', 3).execute()
    expect(await problems()).toEqual(['Entry 4 of the audit log does not follow 3'])
  })

  test.each(["reason = ''", 'before = \'{"x":1}\'', 'after = \'{"x":1}\'', "salt = 'x'"])(
    'shows that its details were changed: %s',
    async (change) => {
      expect(await tampered(`update audit_details set ${change} where log_id = 2`)).toEqual([
        'The details of entry 2 of the audit log were changed',
      ])
    },
  )

  test('shows that its details were removed', async () => {
    expect(await tampered('delete from audit_details where log_id = 2')).toEqual([
      'The details of entry 2 of the audit log were removed',
    ])
  })

  test.each([1, 3])('is missed: %i', async (id) => {
    const statements = [`delete from audit_details where log_id = ${id}`, `delete from audit_log where id = ${id}`]
    expect(await tampered(...statements)).toEqual([`Entry ${id} of the audit log is missing`])
  })

  test.each([4, 5])('is missed at the end, from %i on', async (id) => {
    const statements = ['audit_details where log_id', 'audit_log where id'].map((of) => `delete from ${of} >= ${id}`)
    expect(await tampered(...statements)).toEqual([`The audit log ends with entry ${id - 1}, not 5 as it should`])
  })

  test.each([6, 0])('shows that it was put in: %i', async (id) => {
    const told = await tampered(inserted(id, ''))
    expect(told.length).toBeGreaterThan(0)
    expect(told.join()).toMatch(/does not follow 5.*ends with entry 6, not 5|Entry 1 of the audit log is missing/)
  })

  test("shows that it was put in another one's place", async () => {
    const gone = ['audit_details where log_id', 'audit_log where id'].map((of) => `delete from ${of} = 3`)
    const told = await tampered(...gone, inserted(3, ''))
    expect(told).toContain('Entry 3 of the audit log does not follow 2')
    expect(told).toContain('Entry 4 of the audit log does not follow 3')
  })
})

test('a log that lost its end says so', async () => {
  expect(await tampered('delete from audit_head')).toEqual(['The end of the audit log is not known'])
})

test('of much that is wrong the first is told', async () => {
  const entry = { id: 1, at: 1, staff_id: null, who: '', address: '', call: '', request_id: '' }
  const more = { action: '', subject: '', details_hash: '', previous_hash: '', hash: 'wrong' }
  const entries = Array.from({ length: 1000 }, (_, at): ChainEntry => {
    return { entry: { ...entry, ...more, id: at + 1 }, details: null, hasLearner: false }
  })
  const told = await checkChain(entries, undefined)
  expect([told[0], told.length < 30]).toEqual(['Entry 1 of the audit log was changed', true])
})

describe("the end of a learner's account", () => {
  async function end({ token }: TestLearner) {
    await api.call(sendDeletionCode, {}, { token })
    const ended = await api.call(deleteAccount, { body: { otp: api.codes.at(-1)!.code } }, { token })
    expect(ended.status).toBe(200)
  }
  const reasons = async () =>
    (await db().selectFrom('audit_details').select('reason').orderBy('log_id').execute()).map(({ reason }) => reason)

  test('takes what entries about them alone say of them, and leaves the chain whole', async () => {
    const [asha, binu] = [await api.learner({ name: 'Asha' }), await api.learner({ name: 'Binu' })]
    await writeLog(db(), 3, [asha.user.id, binu.user.id])
    const both = { action: 'told', subject: 'course 1', userId: [asha.user.id, binu.user.id] }
    await db()
      .transaction()
      .execute((tx) => logWork(tx, testWork(9000, 'To both'), both))
    await end(asha)
    expect([await reasons(), await problems()]).toEqual([['Reason 2', 'Reason 3', 'To both'], []])
    const { data } = (await api.call(listAudit, {}, { staff: await api.staff('owner') })).body
    expect(data.at(-1)).toMatchObject({ id: 1, subject: 'course 1', reason: '', before: {}, after: {} })
    // What still has its learner may not be gone.
    await db().deleteFrom('audit_details').where('log_id', '=', 2).execute()
    expect(await problems()).toEqual(['The details of entry 2 of the audit log were removed'])
  })
})
