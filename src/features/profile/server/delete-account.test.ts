import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENDED_NAME } from '#features/auth/server/personal-data.ts'
import { createSession } from '#features/auth/server/sessions.ts'
import { registerOrLogin, verifyCode } from '#features/auth/auth.contract.ts'
import { REMOVED_COMMENT } from '#features/discussions/server/personal-data.ts'
import { personalParts } from '#http/personal-parts.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { storePrivateImage } from '#providers/images/uploaded-image.ts'
import { testApi, type TestApi, type TestLearner } from '../../../../tests/support/api/api.ts'
import { fileOf, pictureOf } from '../../../../tests/support/packs/images.ts'
import { personFixture, type Values } from '../../../../tests/support/scenes/person-fixture.ts'
import { deleteAccount, explainDeletion, sendDeletionCode } from '../profile.contract.ts'
import { sweepAccounts } from './sweep.ts'

let api: TestApi

beforeEach(async () => {
  api = await testApi()
})

afterEach(() => api.close())

const { busyLearner } = personFixture(() => api)

/** Everything the database holds, as text, by table. */
async function dump(): Promise<Record<string, string>> {
  const { db } = api.services
  const tables: Record<string, string> = {}
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    tables[name] = JSON.stringify(rows)
  }
  return tables
}

const withoutBuyer = (receipt: unknown) => JSON.stringify({ ...(JSON.parse(String(receipt)) as Values), buyer: null })

async function end({ token }: TestLearner) {
  expect((await api.call(sendDeletionCode, {}, { token })).status).toBe(200)
  return api.call(deleteAccount, { body: { otp: api.codes.at(-1)!.code } }, { token })
}

describe('deleting my account', () => {
  it('tells before what goes and what stays', async () => {
    const { token } = await api.learner()
    const { body } = await api.call(explainDeletion, {}, { token })
    expect(body.goes.join()).toContain('Your name, email, phone number')
    expect(body.stays.join()).toContain('Invoices and payments, as tax law requires')
  })

  it('leaves nothing personal but what tax law asks, and takes nothing from others', async () => {
    const me = await busyLearner('qasha')
    const other = await busyLearner('binu')
    const { db } = api.services
    const answered = await db
      .selectFrom('discussions')
      .selectAll()
      .where('user_id', '=', me.user.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('discussions')
      .values({
        panel_id: answered.panel_id,
        user_id: other.user.id,
        parent_id: answered.id,
        content_html: 'binu answers',
        created_at: 1,
      })
      .execute()
    const [told] = await db
      .insertInto('discussions')
      .values({ panel_id: answered.panel_id, user_id: me.user.id, content_html: 'qasha again', created_at: 1 })
      .returning('id')
      .execute()
    await db
      .insertInto('notifications')
      .values({
        user_id: other.user.id,
        kind: 'general' as never,
        title: 'qasha Menon replied',
        message_html: 'qasha again',
        click_action: 'general',
        key: `reply:${told!.id}:${other.user.id}`,
        created_at: 1,
        expires_at: 1,
      })
      .execute()
    const before = await dump()

    expect(await end(me)).toMatchObject({ status: 200, body: { message: 'Your account is deleted.' } })

    const after = await dump()
    const { purchases = '', ...rest } = after
    const buyer = JSON.parse(
      (JSON.parse(purchases) as { user_id: number; buyer: string }[]).find((row) => row.user_id === me.user.id)!.buyer,
    ) as Values
    expect(buyer).toEqual({ name: 'qasha Menon', city: 'qashacity', phone: `…${me.user.phone.slice(-2)}` })
    for (const [table, text] of Object.entries(rest)) {
      expect([table, text.includes('qasha') || text.includes(me.user.phone)]).toEqual([table, false])
    }
    // Of the rows that were about me alone there are those of payments, of one answered comment, which entries of the log of
    // staff were about the account, and the account, which is empty.
    const left: string[] = []
    for (const table of personalParts.flatMap((part) => part.tables)) {
      const rows = JSON.parse(after[table]!) as Values[]
      if (rows.some((row) => row.user_id === me.user.id)) left.push(table)
    }
    expect(left.toSorted()).toEqual(['audit_learners', 'discussions', 'purchases'])
    expect(
      await db
        .selectFrom('discussions')
        .select(['content_html', 'deleted_at'])
        .where('user_id', '=', me.user.id)
        .orderBy('id')
        .execute(),
    ).toEqual([
      { content_html: REMOVED_COMMENT, deleted_at: null },
      { content_html: REMOVED_COMMENT, deleted_at: api.clock.now() },
    ])
    expect(await db.selectFrom('users').selectAll().where('id', '=', me.user.id).executeTakeFirst()).toMatchObject({
      name: ENDED_NAME,
      email: null,
      city: null,
      avatar: null,
    })
    // The other one has everything as before.
    const mine = (text: string) => (JSON.parse(text) as Values[]).filter((row) => row.user_id === other.user.id)
    for (const table of personalParts.flatMap((part) => part.tables)) {
      const kept = mine(before[table]!).filter((row) => !String(row.key ?? '').startsWith('reply:'))
      expect([table, mine(after[table]!)]).toEqual([table, kept])
    }
    // A receipt loses its buyer, and no payment anything else.
    const payments = (JSON.parse(before.payments!) as Values[]).map((row) =>
      String(row.receipt).includes('qasha') ? { ...row, receipt: withoutBuyer(row.receipt) } : row,
    )
    // PostgreSQL lists a row that was changed after the others.
    const byId = (rows: Values[]) => rows.toSorted((one, other) => Number(one.id) - Number(other.id))
    expect(byId(JSON.parse(after.payments!) as Values[])).toEqual(byId(payments))
  })

  it('overwrites in the file what it deletes', async () => {
    const { db, engine } = api.services
    // PostgreSQL cleans its own files in the background.
    if (engine === 'postgres') return
    await end(await busyLearner('qasha'))
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    const file = readFileSync(path.join(api.database.dataDir, 'padavu.db'), 'latin1')
    // The buyer of an invoice is kept.
    expect(file.match(/qasha[ @-]\w+/g)).toEqual(['qasha Menon'])
  })

  it('ends every session at once, removes the files, and lets the phone begin anew', async () => {
    const me = await busyLearner('qasha')
    const { db, files } = api.services
    const elsewhere = await createSession(db, {
      userId: me.user.id,
      device: 'web',
      userAgent: 'x',
      now: api.clock.now(),
    })
    expect((await api.request(me.avatar)).status).toBe(200)
    await end(me)
    for (const token of [me.token, elsewhere]) {
      expect((await api.call(explainDeletion, {}, { token })).status).toBe(401)
    }
    expect((await api.request(me.avatar)).status).toBe(404)
    expect(await files.openPrivate(me.attachment)).toBeUndefined()
    expect(await db.selectFrom('file_removals').selectAll().execute()).toEqual([])
    const { body } = await api.call(registerOrLogin, { body: { mobile: me.user.phone } })
    expect(body).toMatchObject({ user_exsist: false })
    expect(body.user_id).not.toBe(me.user.id)
    const { body: fresh } = await api.call(verifyCode, { body: { user_id: body.user_id, otp: api.codes.at(-1)!.code } })
    expect(fresh.user).toMatchObject({ name: null, registration_completed: 'N', avatar: null })
  })

  it('needs the code that was sent for it: none of a log-in, none that was used, none that is wrong', async () => {
    const me = await api.learner()
    const remove = (otp: string) => api.call(deleteAccount, { body: { otp } }, { token: me.token })
    await api.call(registerOrLogin, { body: { mobile: me.user.phone } })
    expect(await remove(api.codes.at(-1)!.code)).toMatchObject({
      status: 422,
      body: { errors: { otp: 'OTP verification failed.' } },
    })
    await api.call(sendDeletionCode, {}, { token: me.token })
    const { code, phone } = api.codes.at(-1)!
    expect(phone).toBe(me.user.phone)
    // And the code of a deletion logs nobody in.
    expect((await api.call(verifyCode, { body: { user_id: me.user.id, otp: code } })).status).toBe(422)
    expect((await remove(code === '0000' ? '0001' : '0000')).status).toBe(422)
    expect((await api.call(explainDeletion, {}, { token: me.token })).status).toBe(200)
    expect((await remove(code)).status).toBe(200)
  })

  it('erases within the hour what a call under way wrote after it, and nothing else', async () => {
    const me = await busyLearner('qasha')
    await busyLearner('binu')
    await end(me)
    const { db, files } = api.services
    const left = await dump()
    const panel = await db.selectFrom('discussion_panels').select('id').executeTakeFirstOrThrow()
    await db
      .insertInto('discussions')
      .values({ panel_id: panel.id, user_id: me.user.id, content_html: 'qasha, late', created_at: 1 })
      .execute()
    const late = await db
      .insertInto('tickets')
      .values({ user_id: me.user.id, category_id: 1, title: 'qasha, late', mode: 'open', created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const attachment = await storePrivateImage(files, fileOf(await pictureOf('png')), 'a', {
      width: 9,
      height: 9,
      fit: 'cover',
    })
    await db
      .insertInto('ticket_messages')
      .values({ ticket_id: late.id, mode: 'user', body: 'qasha', attachment, created_at: 1 })
      .execute()
    await createSession(db, { userId: me.user.id, device: 'web', userAgent: 'qasha', now: api.clock.now() })
    api.clock.advance(HOUR)
    await sweepAccounts(api.services)
    const after = await dump()
    expect(await files.openPrivate(attachment)).toBeUndefined()
    // Browsers that ask again are told that the panel has changed.
    const { discussions = '', discussion_panels: _, ...rest } = after
    expect(discussions).not.toContain('qasha')
    for (const [table, text] of Object.entries(rest)) expect([table, text]).toEqual([table, left[table]])
  })

  it('waits while money is on its way back', async () => {
    const me = await busyLearner('qasha')
    await api.services.db.updateTable('payments').set({ status: 'refund_due' }).execute()
    expect(await end(me)).toMatchObject({ status: 409, body: { code: 'refund_under_way' } })
    // What staff have asked for is on its way as well.
    await api.services.db.updateTable('payments').set({ status: 'granted' }).execute()
    await api.services.db.updateTable('payment_refunds').set({ status: 'requested' }).execute()
    expect(await end(me)).toMatchObject({ status: 409, body: { code: 'refund_under_way' } })
    expect((await api.call(explainDeletion, {}, { token: me.token })).status).toBe(200)
  })

  it('keeps a buyer no longer than the law asks, and tries again where a file could not be removed', async () => {
    const me = await busyLearner('qasha')
    const { db, files } = api.services
    const remove = files.remove
    files.remove = () => Promise.reject(new Error('the storage is away'))
    await end(me)
    expect(await db.selectFrom('file_removals').select(['file', 'tries']).execute()).toEqual([
      { file: me.avatar, tries: 1 },
    ])
    files.remove = remove
    await sweepAccounts(api.services)
    expect(await db.selectFrom('file_removals').selectAll().execute()).toEqual([])
    const kept = () => db.selectFrom('purchases').select('id').where('buyer', 'is not', null).execute()
    expect(await kept()).toHaveLength(1)
    api.clock.set(Date.UTC(2034, 0, 1))
    await sweepAccounts(api.services)
    expect(await kept()).toEqual([])
  })
})
