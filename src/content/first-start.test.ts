import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#core/config.ts'
import { DAY, indianTime } from '#lib/both/time/clock.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import { freshDatabase, type FreshDatabase } from '../../tests/support/api/database.ts'
import { edited, smallPack, writePack } from '../../tests/support/packs/pack.ts'
import { publications } from '../../tests/support/packs/publications.ts'
import { markChanged, newContentKey } from '#core/content/content-changes.ts'
import { lockContent } from '#core/content/content-facts.ts'
import { StartError } from '#db/start-error.ts'
import { importOnFirstStart } from './first-start.ts'

const now = indianTime(2026, 3, 2, 10)

let opened: FreshDatabase
let lines: string[]
beforeEach(async () => {
  opened = await freshDatabase()
  lines = []
})
afterEach(() => opened.close())

function start(settings: Record<string, string>, at = now): Promise<void> {
  return importOnFirstStart({
    config: readConfig(settings),
    db: opened.db,
    files: folderStore({ dataDir: opened.dataDir }),
    log: pino({ level: 'info' }, { write: (line) => lines.push((JSON.parse(line) as { msg: string }).msg) }),
    now: () => at,
  })
}

const courses = () => opened.db.selectFrom('courses').select(['key', 'retired']).execute()
const phones = async () =>
  (await opened.db.selectFrom('users').select('phone').orderBy('phone').execute()).map(({ phone }) => phone)

describe('the first start', () => {
  it('imports the pack with its demo learners and says so in one line', async () => {
    const folder = writePack(smallPack())
    await start({ CONTENT: folder })
    expect(lines).toEqual([
      `content imported from ${folder}: 3 courses, 3 new, 0 changed, 0 retired; 4 questions, 4 new, 0 changed, 0 retired; ` +
        '2 exams, 2 new, 0 changed, 0 retired; 2 new learners',
    ])
    expect(await phones()).toEqual(['9000000001', '9000000002'])
  })

  it('says how many likely slips the pack has, and what lists them', async () => {
    const folder = writePack({ ...smallPack(), 'courses/beta/description.md': 'New.' })
    await start({ CONTENT: folder })
    expect(lines).toEqual([
      expect.stringMatching(/^content imported from /),
      `content: 1 warning; it stops nothing; npm run content -- check ${folder} lists it`,
    ])
  })

  it('creates no demo learners when codes are really sent', async () => {
    const sender = { OTP_SENDER: 'msg91', MSG91_AUTHKEY: 'k', MSG91_TEMPLATE_ID: 't' }
    await start({ CONTENT: writePack(smallPack()), ...sender })
    expect(await courses()).toHaveLength(3)
    expect(await phones()).toEqual([])
  })

  it('imports nothing with CONTENT=none', async () => {
    await start({ CONTENT: 'none' })
    expect(await courses()).toEqual([])
  })

  it('leaves content that is there alone, but brings exam times up to date', async () => {
    await start({ CONTENT: writePack(smallPack()) })
    const opens = opened.db.selectFrom('exams').select('opens_at').where('key', '=', 'mock')
    const before = await opens.executeTakeFirstOrThrow()
    await start({ CONTENT: '/nowhere' }, now + DAY)
    expect((await opens.executeTakeFirstOrThrow()).opens_at).toBe(before.opens_at + DAY)
    expect(lines).toHaveLength(1)
  })

  it('imports once when several processes start at once', async () => {
    const folder = writePack(smallPack())
    await Promise.all([start({ CONTENT: folder }), start({ CONTENT: folder }), start({ CONTENT: folder })])
    expect(lines).toHaveLength(1)
    expect(await courses()).toHaveLength(3)
    expect(await opened.db.selectFrom('papers').select('id').execute()).toHaveLength(2)
  })

  it('stops with the first error of a bad pack and the number of the others', async () => {
    const folder = writePack(
      edited(edited(smallPack(), 'pack.yaml', '[mock]', '[none]'), 'exams/mock.yaml', 'q-three', 'q-five'),
    )
    const failed = start({ CONTENT: folder })
    await expect(failed).rejects.toBeInstanceOf(StartError)
    await expect(failed).rejects.toThrow(
      `CONTENT: exams/mock.yaml:17 there is no question 'q-five' (and 1 more; npm run content -- check ${folder} lists all)`,
    )
    expect(await courses()).toEqual([])
  })

  it('keeps what was made before there was any content', async () => {
    const row = { description: 'x', link: 'https://example.org/', image: '/media/x.png', alt: 'x', published_at: now }
    const key = newContentKey()
    await opened.db.transaction().execute(async (tx) => {
      await lockContent(tx)
      const { id } = await tx
        .insertInto('news_categories')
        .values({ title: 'Ours' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('news')
        .values({ key, category_id: id, ...row })
        .execute()
      await markChanged(tx, { kind: 'news', key, fields: ['made'], who: 'Divya', now })
    })
    await start({ CONTENT: writePack({ ...smallPack(), ...publications() }) })
    const shown = await opened.db.selectFrom('news').where('retired', '=', 0).select('key').orderBy('key').execute()
    expect(shown.map((news) => news.key)).toEqual([key, 'dates', 'own', 'short'])
  })
})
