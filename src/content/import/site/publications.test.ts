import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendNotification } from '#features/notifications/server/send-notification.ts'
import { reminderKey } from '#features/webinars/webinars.rules.ts'
import { DAY, HOUR, startOfIndianDay } from '#lib/both/time/clock.ts'
import { freshDatabase, type FreshDatabase } from '../../../../tests/support/api/database.ts'
import {
  edited,
  PACK_READ,
  packImporter,
  packProblems,
  smallPack,
  without,
} from '../../../../tests/support/packs/pack.ts'
import { publications } from '../../../../tests/support/packs/publications.ts'
import { refreshSchedules } from '../../schedules.ts'

const files = { ...smallPack(), ...publications() }

let opened: FreshDatabase
let importFiles: ReturnType<typeof packImporter>
beforeEach(async () => {
  opened = await freshDatabase()
  importFiles = packImporter(opened)
})
afterEach(() => opened.close())

describe('articles and webinars of a pack', () => {
  it('are imported once, follow the pack and are retired when they leave it', async () => {
    const first = await importFiles(files)
    expect([first.news.total, first.blog.added.size, first.webinars.added.size]).toEqual([3, 2, 2])
    const again = await importFiles(files)
    expect(again.contentVersion).toBe(first.contentVersion)
    const changed = await importFiles(edited(files, 'blog/recall.md', 'Close the book', 'Close your book'))
    expect([changed.blog.changed.size, changed.contentVersion === first.contentVersion]).toEqual([1, false])
    const left = await importFiles(without(without(files, 'blog'), 'webinars.yaml'))
    expect([left.blog.retired.size, left.webinars.retired.size]).toEqual([2, 2])
    const back = await importFiles(files)
    expect([back.blog.added.size, back.blog.changed.size]).toEqual([0, 2])
  })

  describe('are no longer reminded of', () => {
    let webinars: { id: number; starts_at: number }[]
    let userId: number
    beforeEach(async () => {
      await importFiles(files)
      const { db } = opened
      webinars = await db.selectFrom('webinars').select(['id', 'starts_at']).orderBy('id').execute()
      const user = { country_code: '91', phone: '9000000001', created_at: PACK_READ }
      userId = (await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()).id
      for (const { id, starts_at } of webinars) {
        await db
          .insertInto('webinar_registrations')
          .values({ webinar_id: id, user_id: userId, created_at: PACK_READ, reminded_of: starts_at })
          .execute()
        await sendNotification(
          { db, now: () => PACK_READ },
          {
            ...{ to: { userId }, kind: 'live_classes', title: 'Soon', message: '<p>Soon</p>' },
            key: reminderKey(id, userId, starts_at),
          },
        )
      }
    })
    const keyOf = ({ id, starts_at }: { id: number; starts_at: number }) => reminderKey(id, userId, starts_at)
    const state = async () => ({
      told: (await opened.db.selectFrom('notifications').select('key').orderBy('id').execute()).map(({ key }) => key),
      noted: (
        await opened.db.selectFrom('webinar_registrations').select('reminded_of').orderBy('webinar_id').execute()
      ).map(({ reminded_of }) => reminded_of),
    })

    it('once they are retired, and are again when they come back', async () => {
      const [plan, doubts] = webinars
      const withdrawn = { told: [keyOf(doubts!)], noted: [null, doubts!.starts_at] }
      expect((await state()).told).toEqual([keyOf(plan!), keyOf(doubts!)])
      const yaml = files['webinars.yaml']!
      await importFiles({ ...files, 'webinars.yaml': yaml.slice(yaml.indexOf('- key: doubts')) })
      expect(await state()).toEqual(withdrawn)
      await importFiles(files)
      expect(await state()).toEqual(withdrawn)
    })

    it('once they are put off, and are again before the new start', async () => {
      const [plan, doubts] = webinars
      const again = { told: [keyOf(doubts!)], noted: [null, doubts!.starts_at] }
      await importFiles(edited(files, 'webinars.yaml', 'ends: today+1d 19:00', 'ends: today+1d 19:30'))
      expect((await state()).told, 'the start is the same').toEqual([keyOf(plan!), keyOf(doubts!)])
      await importFiles(edited(files, 'webinars.yaml', 'starts: today+1d 18:00', 'starts: today+1d 18:30'))
      expect(await state()).toEqual(again)
    })

    it('once they move with the day', async () => {
      await refreshSchedules(opened.db, PACK_READ)
      expect((await state()).told, 'nothing has moved').toHaveLength(2)
      await refreshSchedules(opened.db, PACK_READ + DAY)
      const moved = await opened.db.selectFrom('webinars').select(['id', 'starts_at']).orderBy('id').execute()
      const kept = webinars.filter(({ starts_at }, index) => starts_at === moved[index]!.starts_at)
      expect(kept.length).toBeLessThan(webinars.length)
      expect((await state()).told).toEqual(kept.map(keyOf))
    })
  })

  it('have their texts as HTML, each its own', async () => {
    await importFiles(files)
    const { db } = opened
    const [article] = await db.selectFrom('blog_articles').select('body_html').orderBy('id').execute()
    expect(article!.body_html).toContain('<h2>Recall</h2>')
    const news = await db.selectFrom('news').select(['key', 'title', 'body_html', 'link']).orderBy('id').execute()
    expect(news).toEqual([
      {
        key: 'dates',
        title: 'The dates are out',
        body_html: expect.stringContaining('<strong>') as string,
        link: 'https://news.example.org/dates',
      },
      { key: 'own', title: 'Ours alone', body_html: expect.stringContaining('<p>') as string, link: '' },
      { key: 'short', title: null, body_html: null, link: 'https://news.example.org/short' },
    ])
  })

  it('have the demo learners registered once', async () => {
    const asked = edited(files, 'learners.yaml', '    purchases:\n', '    webinars: [plan]\n    purchases:\n')
    const registered = () => opened.db.selectFrom('webinar_registrations').select('webinar_id').execute()
    await importFiles(asked)
    expect(await registered()).toEqual([])
    for (let time = 0; time < 2; time += 1) await importFiles(asked, true)
    const { id } = await opened.db
      .selectFrom('webinars')
      .select('id')
      .where('key', '=', 'plan')
      .executeTakeFirstOrThrow()
    expect(await registered()).toEqual([{ webinar_id: id }])
  })

  it('move with the day where their times are relative', async () => {
    await importFiles(files)
    await refreshSchedules(opened.db, PACK_READ + 3 * DAY)
    const moved = startOfIndianDay(PACK_READ + 3 * DAY)
    const article = await opened.db.selectFrom('blog_articles').select('published_at').orderBy('id').execute()
    expect(article[0]!.published_at).toBe(moved - DAY + 9 * HOUR)
    const webinar = await opened.db.selectFrom('webinars').select(['starts_at', 'ends_at']).orderBy('id').execute()
    expect(webinar[0]).toEqual({ starts_at: moved + DAY + 18 * HOUR, ends_at: moved + DAY + 19 * HOUR })
  })

  it.each([
    ['an article without a text', without(files, 'blog/recall.md'), 'blog/recall.md:1 the file is missing'],
    [
      'a learner registered for what there is not',
      edited(files, 'learners.yaml', '    purchases:\n', '    webinars: [planned]\n    purchases:\n'),
      "learners.yaml:9 there is no webinar 'planned'",
    ],
    [
      'more learners than places',
      {
        ...edited(files, 'webinars.yaml', 'seats: 2', 'seats: 1'),
        'learners.yaml': files['learners.yaml']!.replaceAll(/registration_completed: \w+/g, '$&\n    webinars: [plan]'),
      },
      "'plan' has no place left",
    ],
    ['an empty text', { ...files, 'news/own.md': ' \n' }, 'news/own.md:1 is empty'],
    ['a text of nothing', { ...files, 'blog/recal.md': 'Text' }, 'blog/recal.md:1 belongs to no entry of blog.yaml'],
    [
      'a text without blog.yaml',
      { ...without(files, 'blog'), 'blog/recall.md': 'Text' },
      'blog/recall.md:1 belongs to no entry of blog.yaml',
    ],
    [
      'a picture that is missing in a text',
      { ...files, 'blog/recall.md': 'One\n\n![A box](media/none.svg)\n' },
      'blog/recall.md:3 media/none.svg is missing',
    ],
    [
      'news with a text and no title',
      edited(files, 'news.yaml', '  title: Ours alone\n', ''),
      'news.yaml:9 title is missing: news/own.md is a page with a title',
    ],
    [
      'news with a title and no text',
      without(files, 'news/dates.md'),
      'news.yaml:3 title is only for an entry with a page: there is no news/dates.md',
    ],
    [
      'news that lead nowhere',
      edited(files, 'news.yaml', '  link: https://news.example.org/short\n', ''),
      'link is missing: there is no news/short.md that would tell more',
    ],
    [
      'a webinar that ends before it starts',
      edited(files, 'webinars.yaml', 'ends: today+1d 19:00', 'ends: today+1d 17:00'),
      'webinars.yaml:9 ends (today+1d 17:00) must be after starts (today+1d 18:00)',
    ],
    [
      'a meeting that anybody may listen to',
      edited(files, 'webinars.yaml', 'https://meet.example.org/plan', 'http://meet.example.org/plan'),
      'webinars.yaml:10 [1].join_url must begin with https://',
    ],
    [
      'no places',
      edited(files, 'webinars.yaml', 'seats: 2', 'seats: 0'),
      'webinars.yaml:11 [1].seats must be at least 1',
    ],
    [
      'an address that runs a script',
      edited(files, 'webinars.yaml', 'https://video.example.org/doubts', 'javascript:alert(1)'),
      'must be an address with https:// or http://',
    ],
  ])('are refused with %s', async (_, wrong, expected) => {
    expect((await packProblems(wrong)).join('\n')).toContain(expected)
  })
})

describe('notifications of a pack', () => {
  const told = (action: string, target: string) => `- key: told
  to: all
  title: Read this
  text: It is short.
  action: ${action}
  target: ${target}
  at: now-2h
`
  const targets = {
    ca_details: ['news', 'own'],
    blog_details: ['blog_articles', 'recall'],
    webinar_registration: ['webinars', 'plan'],
  } as const

  it.each(Object.entries(targets))('%s names its page by the key of what it shows', async (action, [table, key]) => {
    await importFiles({ ...files, 'notifications.yaml': told(action, key) }, true)
    const { id } = await opened.db
      .selectFrom(table as 'news')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    const rows = await opened.db.selectFrom('notifications').select('target_id').execute()
    expect(rows).toEqual([{ target_id: String(id) }])
  })

  it.each([
    ['ca_details', "there is no news entry 'none'"],
    ['blog_details', "there is no article 'none'"],
    ['webinar_registration', "there is no webinar 'none'"],
  ])('%s is refused where there is no such page', async (action, expected) => {
    expect(await packProblems({ ...files, 'notifications.yaml': told(action, 'none') })).toEqual([
      `notifications.yaml:6 ${expected}`,
    ])
  })

  it('to everybody at a fixed time need no demo learners, any other does', async () => {
    const entry = (key: string, rest: string) => `- { key: ${key}, title: Read, text: Short., ${rest} }\n`
    const notifications = [
      entry('fixed', 'to: all, at: 2026-03-01 10:00, read: true'),
      entry('relative', 'to: all, at: now-2h'),
      entry('to-one', 'to: "9000000001", at: 2026-03-01 10:00'),
    ].join('')
    const pack = { ...files, 'notifications.yaml': notifications }
    const keys = async () =>
      (await opened.db.selectFrom('notifications').select('key').orderBy('id').execute()).map(({ key }) => key)
    await importFiles(pack)
    expect(await keys()).toEqual(['pack:fixed'])
    await importFiles(pack, true)
    expect(await keys()).toEqual(['pack:fixed', 'pack:relative', 'pack:to-one'])
    await importFiles(pack, true)
    expect(await keys()).toHaveLength(3)
  })

  it('may be read in a pack without learners', async () => {
    const pack = without({ ...files, 'notifications.yaml': `${told('ca_details', 'own')}  read: true\n` }, 'learners')
    await importFiles(pack, true)
    expect(await opened.db.selectFrom('notification_reads').selectAll().execute()).toEqual([])
    expect(await opened.db.selectFrom('notifications').select('key').execute()).toEqual([{ key: 'pack:told' }])
  })

  it('leads to pages elsewhere as the pack wants it', async () => {
    const elsewhere = edited(
      { ...files, 'notifications.yaml': told('blog_details', '2026/recall') },
      'pack.yaml',
      'popular:',
      'pages: { blog: "https://blog.example.org/{id}" }\npopular:',
    )
    await importFiles(elsewhere, true)
    const rows = await opened.db.selectFrom('notifications').select('target_id').execute()
    expect(rows).toEqual([{ target_id: '2026/recall' }])
  })
})
