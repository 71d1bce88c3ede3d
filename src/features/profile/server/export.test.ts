import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { personFixture, type Values } from '../../../../tests/support/scenes/person-fixture.ts'
import { makeExport } from '../profile.contract.ts'
import { personalParts } from '#http/personal-parts.ts'

let api: TestApi

beforeEach(async () => {
  api = await testApi()
})

afterEach(() => api.close())

const { busyLearner } = personFixture(() => api)

async function download(token: string, format: 'json' | 'html'): Promise<Response> {
  const { body } = await api.call(makeExport, { body: { format } }, { token })
  return api.request(body.address)
}

it('every table that knows a learner says what of it is downloaded and erased', async () => {
  const tables = await api.services.db.introspection.getTables()
  const known = tables.filter(({ columns }) => columns.some(({ name }) => name === 'user_id')).map(({ name }) => name)
  expect(known.length).toBeGreaterThan(15)
  const covered = personalParts.flatMap((part) => part.tables as readonly string[])
  expect(known.filter((name) => !covered.includes(name))).toEqual([])
  expect(new Set(covered).size).toBe(covered.length)
  const keys = personalParts.flatMap((part) => part.lists.map(({ key }) => key))
  expect(new Set(keys).size).toBe(keys.length)
})

describe('the download of my data', () => {
  it('that a learner breaks off is no error in the log', async () => {
    const me = await busyLearner('qasha')
    const errors: unknown[] = []
    api.services.log.error = (...given: unknown[]) => void errors.push(given)
    const reader = (await download(me.token, 'json')).body!.getReader()
    await reader.read()
    // The next part is being read from the database.
    await reader.cancel()
    expect(errors).toEqual([])
  })

  it('has everything I gave or did, as JSON, and nothing of others', async () => {
    const me = await busyLearner('qasha')
    await busyLearner('binu')
    const reply = await download(me.token, 'json')
    expect([reply.status, reply.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="my-data-\d{4}-\d{2}-\d{2}\.json"$/),
    ])
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const text = await reply.text()
    const data = JSON.parse(text) as Record<string, Values[]>
    for (const { key } of personalParts.flatMap((part) => part.lists)) {
      expect([key, data[key]?.length]).toEqual([key, 1])
    }
    expect(data.profile![0]).toMatchObject({
      name: 'qasha Menon',
      city: 'qashacity',
      birthday: '2001-02-03',
      created_at: new Date(me.user.created_at).toISOString(),
      avatar: expect.stringMatching(/^data:image\/webp;base64,/),
    })
    expect(data.comments![0]!.content_html).toBe('qasha asks & wonders')
    expect(data.ticket_messages![0]).toMatchObject({
      body: 'qasha writes',
      attachment: expect.stringMatching(/^data:/),
    })
    const { units_per_mark } = await api.services.db
      .selectFrom('attempts')
      .innerJoin('papers', 'papers.id', 'attempts.paper_id')
      .select('papers.units_per_mark')
      .where('attempts.user_id', '=', me.user.id)
      .executeTakeFirstOrThrow()
    expect(data.exam_attempts![0]!.marks).toBe(3 / units_per_mark)
    expect(data.tickets![0]).toMatchObject({ title: 'qasha needs help', course: null })
    expect(data.payments![0]).toMatchObject({
      amount_paise: 1180,
      receipt: { buyer: { name: 'qasha Menon', email: 'qasha@example.org' }, total: 1180 },
    })
    expect(data.exam_registrations![0]!.answers).toEqual({ reg_no: 'qasha-42' })
    expect(text).not.toMatch(/binu|Leela|token_hash|internal note/)
  })

  it('has words for stored codes, in both files', async () => {
    const me = await busyLearner('qasha')
    const data = (await (await download(me.token, 'json')).json()) as Record<string, Values[]>
    expect(data.courses![0]!.payment_status).toBe('Closed')
    expect(data.access_periods![0]!.kind).toBe('Given without payment')
    expect(data.payments![0]!.status).toBe('Paid')
    expect(data.refunds![0]!.status).toBe('Failed')
    expect(data.push_choices![0]!.kind).toBe('Replies in discussions')
    const html = await (await download(me.token, 'html')).text()
    expect(html).toContain('<td>Given without payment</td>')
    expect(html).not.toContain('closedpymnt')
  })

  it('has words for each column of codes', () => {
    const columns = personalParts.flatMap(({ lists }) => lists.flatMap((list) => Object.entries(list.columns)))
    const codes = columns.filter(([name]) => /(?:^|_)(?:kind|status|mode|reason|rating)$/.test(name))
    expect(codes.length).toBeGreaterThan(10)
    // The reason that staff gave is a text of theirs.
    const wordless = codes.filter(([, column]) => typeof column === 'string' || typeof column[1] === 'string')
    expect(wordless.map(([name]) => name)).toEqual(['reason'])
  })

  it('is told readably as HTML, in which what I wrote is only text', async () => {
    const me = await busyLearner('qasha')
    const nasty = '<img src=x onerror=alert(1)>'
    await api.services.db.updateTable('tickets').set({ title: nasty }).where('user_id', '=', me.user.id).execute()
    const reply = await download(me.token, 'html')
    const text = await reply.text()
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toContain('qasha asks &amp; wonders')
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(text).not.toContain(nasty)
    expect(text).toContain('<br>buyer: qasha Menon, qashacity, +91 ')
    expect(text).not.toContain('[object')
    expect(text.trim().endsWith('</html>')).toBe(true)
  })

  it('is written page by page, whatever somebody has done', async () => {
    const me = await api.learner()
    const rows = Array.from({ length: 450 }, (_, at) => ({
      user_id: me.user.id,
      kind: 'workout' as const,
      target_id: at + 1,
      detail: `step ${at}`,
      created_at: api.clock.now(),
    }))
    await api.services.db.insertInto('activity_log').values(rows).execute()
    const data = (await (await download(me.token, 'json')).json()) as Record<string, Values[]>
    expect(data.activity!.map(({ target_id }) => target_id)).toEqual(rows.map(({ target_id }) => target_id))
  })

  it('opens with a signed link alone, for ten minutes, and only while I am logged in', async () => {
    const me = await api.learner()
    const link = async () =>
      (await api.call(makeExport, { body: { format: 'json' } }, { token: me.token })).body.address
    const address = await link()
    const foreign = address.replace(`/my-data/${me.user.id}-`, `/my-data/${me.user.id + 1}-`)
    expect((await api.request(foreign)).status).toBe(403)
    expect((await api.request(address.split('?')[0]!)).status).toBe(403)
    expect((await api.request(address)).status).toBe(200)
    api.clock.advance(11 * 60_000)
    expect((await api.request(address)).status).toBe(403)
    const fresh = await link()
    await api.services.db.updateTable('sessions').set({ revoked_at: 1 }).where('user_id', '=', me.user.id).execute()
    expect((await api.request(fresh)).status).toBe(403)
  })
})
