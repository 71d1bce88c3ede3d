import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noteSiteAddress } from '#core/site/site.ts'
import { listWork } from '#core/staff/staff-log.ts'
import { listNotifications } from '#features/notifications/notifications.contract.ts'
import { DAY, indianDateTime, indianDay } from '#lib/both/time/clock.ts'
import { moveDay } from '#lib/both/time/days.ts'
import { testApi, type TestApi } from '../../tests/support/api/api.ts'
import { runCommand, typeCommand } from '../../tests/support/api/command.ts'
import { discussionFixture } from '../../tests/support/scenes/discussion-fixture.ts'
import { fileOf, photo } from '../../tests/support/packs/images.ts'
import { supportFixture } from '../../tests/support/scenes/support-fixture.ts'
import { staff as staffCommand } from './staff.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

/** What somebody types, while the API has the database open as a server would. */
const staff = (...args: string[]) => typeCommand(api.database, staffCommand, args)
const { newPanel, member, withCalls } = discussionFixture(() => api)
const { asker } = supportFixture(() => api)

async function newMentor(name: string) {
  const learner = await api.learner({ name })
  await api.services.db.updateTable('users').set({ role: 'mentor' }).where('id', '=', learner.user.id).execute()
  return withCalls(learner)
}

describe('npm run staff', () => {
  it('lists its commands, and explains one', async () => {
    for (const args of [[], ['--help']]) {
      const { code, out } = await staff(...args)
      expect(code).toBe(0)
      expect(out).toMatch(
        /^Usage: npm run staff -- COMMAND\n[^]*\n {2}discussion reply COMMENT_ID +Replies to a comment/,
      )
    }
    expect((await staff('discussion', 'reply', '--help')).out).toMatch(
      /^Usage: npm run staff -- discussion reply COMMENT_ID --message TEXT --as MENTOR\n/,
    )
  })

  it.each([
    [['tickts'], "There is no command 'tickts'. See: npm run staff -- --help\n"],
    [
      ['discussions', 'all'],
      "'all' is a word too many. Usage: npm run staff -- discussions [--unanswered] [--page N]\n",
    ],
    [
      ['discussions', '--pages', '2'],
      'There is no option --pages. Usage: npm run staff -- discussions [--unanswered] [--page N]\n',
    ],
    [['discussions', '--page', '0'], "--page must be a number from 1, not '0'\n"],
    [['discussion', 'show', '99999999999'], "COMMENT_ID must be a number from 1, not '99999999999'\n"],
    [
      ['discussion', 'reply', '1', '--message', ' ', '--as', 'Lekha'],
      '--message needs a value: TEXT. Usage: npm run staff -- discussion reply COMMENT_ID --message TEXT --as MENTOR\n',
    ],
  ])('says in one line what is wrong with %j', async (args, line) => {
    expect(await staff(...args)).toEqual({ code: 2, out: '', err: line })
  })

  it('is a process that prints the same, and ends with 0, or with 2 when it was typed wrongly', async () => {
    const run = (...args: string[]) => runCommand(api.database, 'src/staff/cli.ts', args)
    expect(await Promise.all([run(), run('tickts')])).toEqual([await staff(), await staff('tickts')])
  })

  it('says in one line that there are no data, and makes none', async () => {
    const nowhere = { dataDir: `${api.database.dataDir}/none`, databaseUrl: undefined }
    const { code, err } = await typeCommand(nowhere, staffCommand, ['discussions'])
    expect([code, err]).toEqual([1, `DATA_DIR: there are no data in ${nowhere.dataDir}; start the server once\n`])
    expect(existsSync(nowhere.dataDir)).toBe(false)
  })
})

describe('discussions, for those who answer', () => {
  it('are listed until a mentor has replied, and the reply reaches the learner with the badge', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId, undefined, 'Asha \u001b[31mMenon')
    await newMentor('Lekha Varma')
    expect((await staff('discussions', '--unanswered')).out).toBe('No unanswered comments\n')
    const question = (await asha.write(panelId, 'Why is <b> 6 & 7?\nSecond line')).body.data
    await asha.write(panelId, 'I mean the second one', question.id)

    const unanswered = await staff('discussions', '--unanswered')
    expect(unanswered.err).toBe('')
    expect(unanswered.out).toMatch(/^ID +WRITTEN +COURSE +BY +REPLIES +COMMENT\n/)
    expect(unanswered.out).toContain(
      '  Discussed  Asha [31mMenon  1        Why is <b> 6 & 7? Second line\n\n1 comment\n',
    )

    const posted = await staff(
      ...[
        'discussion',
        'reply',
        String(question.id + 1),
        '--message',
        'See https://example.org',
        '--as',
        'lekha varma',
      ],
    )
    expect(posted).toMatchObject({ code: 0, err: '' })
    expect(posted.out).toBe(`Reply ${question.id + 2} posted by Lekha Varma below comment ${question.id}\n`)
    const [thread] = (await asha.list(panelId)).body.data
    expect(thread?.replies.at(-1)).toMatchObject({
      role: 'mentor',
      user: { name: 'Lekha Varma' },
      content: 'See <a href="https://example.org" rel="noopener nofollow ugc">https://example.org</a>',
    })
    expect((await staff('discussions', '--unanswered')).out).toBe('No unanswered comments\n')
    expect((await staff('discussion', 'show', String(question.id))).out).toMatch(
      /^Discussed\n\n\d+ {2}Asha \[31mMenon, \S+ \S+ [AP]M\n {4}Why is <b> 6 & 7\?\n {4}Second line\n[^]* Lekha Varma, mentor, /,
    )
  })

  it('are answered as somebody of the staff, too, with an entry in the log', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId, undefined, 'Asha')
    const question = (await asha.write(panelId, 'Why?')).body.data
    const { name } = await api.staff('mentor')
    const posted = await staff('discussion', 'reply', String(question.id), '--message', 'Because', '--as', name)
    expect(posted.out).toBe(`Reply ${question.id + 1} posted by ${name} below comment ${question.id}\n`)
    expect((await asha.list(panelId)).body.data[0]?.replies).toMatchObject([{ role: 'mentor', user: { name } }])
    expect((await staff('log')).out).toMatch(/: comment answered, comment \d+, of Asha /)
    // Nobody finds a learner in the row that they write under.
    expect((await staff('learner', 'find', name)).out).toMatch(/^No learner /)
  })

  it('take no reply to a comment that is gone, nor as somebody who is no mentor', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId, undefined, 'Asha')
    const mentor = await newMentor('Lekha Varma')
    const question = (await asha.write(panelId, 'Why?')).body.data
    const reply = (as: string, id = question.id) =>
      staff('discussion', 'reply', String(id), '--message', 'Because', '--as', as)
    expect(await reply('Asha')).toEqual({
      code: 1,
      out: '',
      err: `There is no mentor 'Asha'. Mentors: Lekha Varma (${mentor.user.id})\n`,
    })
    await asha.remove(question.id)
    expect(await reply('Lekha Varma')).toEqual({ code: 1, out: '', err: 'There is no such comment\n' })
    expect((await asha.list(panelId)).body.data).toEqual([])
  })
})

describe('tickets, for those who answer', () => {
  it('are listed, shown, answered and closed while the server runs', async () => {
    expect((await staff('tickets')).out).toBe('No open tickets\n')
    const asha = await asker('Asha Menon')
    const id = (await asha.raise({ title: 'Receipt\u202e missing', attachment: fileOf(await photo()) })).body.ticket_id
    const other = (await asha.raise({ title: 'Older' })).body.ticket_id
    const listed = await staff('tickets', '--open')
    expect(listed).toMatchObject({ code: 0, err: '' })
    expect(listed.out).toMatch(/^ID +RAISED +STATE +BY +CATEGORY +TITLE\n/)
    expect(listed.out).toContain('  waiting  Asha Menon  Payments and invoices  Receipt missing\n\n2 open tickets\n')

    const shown = await staff('ticket', 'show', String(id))
    expect(shown.out).toContain(`Ticket ${id} (open): Receipt missing\nPayments and invoices\nAsha Menon, +91 `)
    expect(shown.out).toContain('\n    Where is my receipt?\n    Picture: http://localhost:')
    // The server that was started last knows where learners find it; a command is told by no setting.
    await noteSiteAddress(api.services.db, 'https://learn.example.org')
    expect((await staff('ticket', 'show', String(id))).out).toContain('Picture: https://learn.example.org/files/')
    const address = /Picture: (\S+)/.exec(shown.out)?.[1] ?? ''
    // The command has the real clock, the server here the test's.
    const start = api.clock.now()
    api.clock.set(Date.now())
    expect((await api.request(new URL(address).pathname + new URL(address).search)).status).toBe(200)
    api.clock.set(start)

    expect((await staff('ticket', 'reply', String(id), '--message', 'Sent again', '--as', 'Divya')).out).toBe(
      `Answered ticket ${id} as Divya\n`,
    )
    expect((await asha.read(id)).body.ticketMessages.at(-1)).toMatchObject({ mode: 'staff', name: 'Divya' })
    const told = await api.services.db.selectFrom('notifications').select(['user_id', 'target_id']).execute()
    expect(told).toEqual([{ user_id: asha.user.id, target_id: `/support?ticket=${id}` }])
    expect((await staff('tickets')).out).toContain('  answered  ')
    expect((await staff('ticket', 'close', String(id))).out).toBe(`Closed ticket ${id}\n`)
    expect((await staff('ticket', 'reply', String(id), '--message', 'Bye')).out).toBe(
      `Answered ticket ${id} as Support; it stays closed\n`,
    )
    expect((await asha.read(id)).body.ticketDetails.mode).toBe('closed')
    expect((await staff('tickets')).out).toMatch(new RegExp(`\n${other} .*\n\n1 open ticket\n$`))
    expect((await staff('tickets', '--all')).out).toMatch(/\n\n2 tickets\n$/)
  })

  it('are given to somebody, opened again, and each act is in the log', async () => {
    const asha = await asker('Asha Menon')
    const id = (await asha.raise()).body.ticket_id
    const { id: divya, name } = await api.staff('support')
    expect((await staff('ticket', 'assign', String(id), '--to', name.toUpperCase())).out).toBe(
      `Ticket ${id} is assigned to ${name}\n`,
    )
    expect((await staff('ticket', 'assign', String(id), '--to', String(divya))).err).toBe(
      `It is assigned to ${name} already\n`,
    )
    expect((await staff('ticket', 'assign', String(id), '--to', 'Manu')).err).toBe(
      `Nobody who answers tickets is called 'Manu'. There are: ${name} (${divya})\n`,
    )
    expect((await staff('ticket', 'assign', String(id), '--to', 'nobody')).out).toBe(
      `Ticket ${id} is assigned to nobody\n`,
    )
    await staff('ticket', 'close', String(id), '--as', 'Divya')
    expect((await staff('ticket', 'reopen', String(id))).out).toBe(`Ticket ${id} is open again, and waiting\n`)
    expect((await staff('ticket', 'reopen', String(id))).err).toBe(`Ticket ${id} is not closed\n`)
    await staff('ticket', 'reply', String(id), '--message', 'Hello', '--as', 'Divya')
    const log = (await staff('log')).out
    expect(log.match(/: ticket \w+, ticket \d+, of Asha Menon/g)).toHaveLength(5)
    expect(log).toMatch(/Divya \(.*\): ticket closed, .*\n {4}state waiting -> closed\n/)
  })

  it.each([
    ['ticket show 7', 1, 'There is no ticket 7\n'],
    ['ticket close 7', 1, 'There is no ticket 7\n'],
    ['ticket reply 7 --message x', 1, 'There is no ticket 7\n'],
    ['ticket reply 7', 2, '--message is missing. Usage: npm run staff -- ticket reply ID --message TEXT [--as NAME]\n'],
    ['tickets --open --all', 2, 'Use either --open or --all\n'],
  ])('say in one line what is wrong with %j', async (typed, code, err) => {
    expect(await staff(...typed.split(' '))).toEqual({ code, out: '', err })
  })

  it('take no answer of more than 1000 characters', async () => {
    expect(await staff('ticket', 'reply', '7', '--message', 'x'.repeat(1001))).toEqual({
      code: 1,
      out: '',
      err: 'Message can have at most 1000 characters\n',
    })
  })
})

describe('notifications, for those who tell learners something', () => {
  const told = async ({ token }: { token: string }) =>
    (await api.call(listNotifications, {}, { token })).body.data.map(({ id: _, created_at: __, ...rest }) => rest)

  it('reach all learners, one, or those of a course, while the server runs', async () => {
    const { courseId } = await newPanel()
    const [asha, babu] = [await member(courseId, 3650 * DAY, 'Asha'), await api.learner({ name: 'Babu' })]
    const all = await staff('notify', '--title', 'Office closed', '--message', 'On Monday & <Tuesday>:\nsee /courses')
    expect(all).toMatchObject({ code: 0, err: '' })
    expect(all.out).toMatch(/^Notification \d+ sent to all learners; it is pushed to 0 browsers\n$/)
    for (const learner of [asha, babu]) {
      expect(await told(learner)).toEqual([
        expect.objectContaining({
          title: 'Office closed',
          message: '<p>On Monday &amp; &lt;Tuesday&gt;:<br />\nsee /courses</p>',
          kind: 'announcements',
          target_id: null,
          action: null,
          read: false,
        }),
      ])
    }
    const one = ['--to', `+91 ${babu.user.phone}`, '--action', 'exam_details', '--target', '3']
    expect((await staff('notify', '--title', 'Yours', '--message', '<b>x</b>', '--html', ...one)).out).toContain(
      `sent to Babu (+91 ${babu.user.phone})`,
    )
    expect((await told(babu))[0]).toMatchObject({ message: '<b>x</b>', action: { label: 'Attend Exam' } })
    const course = await staff('notify', '--title', 'Class moved', '--message', 'x', '--to', `course:${courseId}`)
    expect(course.out).toContain('sent to the learners of Discussed')
    expect(await told(asha)).toHaveLength(2)
    expect(await told(babu)).toHaveLength(2)
    const { entries } = await listWork(api.services.db, { action: 'notification sent', page: 1 })
    expect(entries.map(({ call, after }) => [call, after.to])).toEqual([
      ['npm run staff -- notify', 'course'],
      ['npm run staff -- notify', 'learner'],
      ['npm run staff -- notify', 'all'],
    ])
  })

  it('are kept until a time that is named, in India', async () => {
    const { user, token } = await api.learner()
    const at = `${moveDay(indianDay(Date.now()), 2)} 18:30`
    const kept = await staff('notify', '--title', 'x', '--message', 'x', '--to', user.phone, '--at', at)
    expect(kept.out).toMatch(/ is scheduled for \d\d-\d\d-\d{4} 6:30 PM\n$/)
    expect(await told({ token })).toEqual([])
    const [row] = await api.services.db.selectFrom('announcements').select('send_at').execute()
    expect(indianDateTime(row!.send_at)).toBe(`${at}:00`)
  })

  it('carry a picture, drawn anew', async () => {
    const { user, token } = await api.learner()
    const file = path.join(api.database.dataDir, 'photo.jpg')
    await writeFile(file, await photo())
    const sent = await staff('notify', '--title', 'x', '--message', 'x', '--to', user.phone, '--image', file)
    expect(sent).toMatchObject({ code: 0, err: '' })
    const [{ image } = { image: null }] = await told({ token })
    expect(image).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/)
    expect((await api.request(image!)).status).toBe(200)
  })

  it.each([
    [['--to', '9999999999'], 1, 'There is no learner with the phone 9999999999\n'],
    [['--to', 'Asha'], 2, "--to must be all, a phone or course:ID, not 'Asha'\n"],
    [['--to', 'course:77'], 1, 'There is no course 77\n'],
    [['--action', 'open'], 2, /^--action must be one of course_details, .*, general, not 'open'\n$/],
    [['--action', 'general'], 2, '--action needs a --target\n'],
    [
      ['--target', 'javascript:x'],
      1,
      '--target: Must be a page of this site such as /courses, or an address with https://\n',
    ],
    [['--at', 'tomorrow'], 2, "--at must be a time like '2026-11-20 09:30:00', not 'tomorrow'\n"],
    [['--at', '2020-11-30 18:30'], 1, '--at: This time has passed\n'],
    [['--title', 'x'.repeat(121)], 1, '--title: At most 120 characters\n'],
    [['--image', '/nowhere.png'], 2, '--image: /nowhere.png cannot be read\n'],
    [
      ['--image', 'package.json'],
      1,
      '--image: This file is not a JPEG, PNG, WebP, AVIF or GIF picture. Please choose one of these.\n',
    ],
  ])('say what is wrong with %j, and are not sent', async (args, code, line) => {
    const ended = await staff('notify', '--title', 'x', '--message', 'x', ...args)
    expect([ended.code, ended.out]).toEqual([code, ''])
    expect(ended.err).toMatch(typeof line === 'string' ? new RegExp(`^${line.replace(/[.:/]/g, '\\$&')}$`) : line)
    const rows = await api.services.db.selectFrom('notifications').select('id').execute()
    expect(rows).toEqual([])
  })
})
