import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { thisMachine } from '#core/clock/machine.ts'
import { sweepOverdue } from '#features/exams/server/sweep.ts'
import { listNotifications } from '#features/notifications/notifications.contract.ts'
import { getPracticeSummary } from '#features/practice/practice.contract.ts'
import { HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { candidateOf } from '../../../tests/support/scenes/candidate.ts'
import { typeCommand } from '../../../tests/support/api/command.ts'
import { seedExam } from '../../../tests/support/scenes/exam-fixture.ts'
import { staff as staffCommand } from '../staff.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const staff = (...args: string[]) => typeCommand(api.database, staffCommand, args)

/** A learner whose exam a jump of the clock ended ten minutes after its start, with one answer. */
async function endedByJump() {
  const exam = await seedExam(api.services.db, { title: 'Mock <1>' })
  const { token } = await api.learner({ name: 'Asha' })
  const candidate = candidateOf(api, exam, token)
  const { id } = (await candidate.start()).body.data.open_attempt!
  await candidate.answer(exam.questions[0]!, exam.questions[0]!.wrong)
  api.clock.advance(10 * MINUTE + 3 * HOUR)
  await sweepOverdue(api.services)
  await api.services.db
    .insertInto('clock_steps')
    .values({ before_at: TEST_START + 10 * MINUTE, after_at: api.clock.now(), cause: 'accepted' })
    .execute()
  return { ...candidate, id }
}

describe('exam giveback', () => {
  it('gives back what a step of the clock ended, tells the learners, and does so once', async () => {
    const { id, detail, token } = await endedByJump()
    expect((await staff('clock', 'show')).out).toMatch(
      /\nSTEP +FROM +TO +WHY +EXAMS ENDED\n1 +2026-03-02 10:10:00 +2026-03-02 13:10:00 +staff accepted it +1\n$/,
    )
    const row = `${id}        Asha     +91 9100000001  Mock <1>  20 min 0 s  `
    expect((await staff('exam', 'giveback', '--step', '1', '--try')).out).toContain(`${row}would be given back`)
    expect((await detail()).body.data.given_back).toBeNull()
    expect(await staff('exam', 'giveback', '--step', '1')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${row}given back`),
    })
    expect((await detail()).body.data.given_back).toEqual({ seconds_left: 20 * 60 })
    const { body } = await api.call(listNotifications, {}, { token })
    expect(body.data).toMatchObject([
      {
        title: 'You can continue your exam',
        message: expect.stringContaining('Mock &lt;1&gt;. Your answers are there, and you have 20 min 0 s left.'),
      },
    ])
    expect((await staff('exam', 'giveback', '--step', '1')).out).toBe(
      'The clock ended no exam in that time, or all have been given back\n',
    )
  })

  it('takes times too, where no step was noted, and one attempt alone', async () => {
    const [first, second] = [await endedByJump(), await endedAgain()]
    const times = ['--from', '2026-03-02 10:10', '--to', '2026-03-02 13:10:00']
    expect((await staff('exam', 'giveback', ...times, '--attempt', String(second.id))).out).toMatch(
      new RegExp(`^ATTEMPT .*\\n${second.id} .* given back\\n$`),
    )
    expect((await staff('exam', 'giveback', ...times)).out).toMatch(new RegExp(`\\n${first.id} .* given back\\n$`))
  })

  it('lets the mistakes of the attempt be taken into practice when it ends another time', async () => {
    const { detail, start, submit, token } = await endedByJump()
    const waiting = async () => (await api.call(getPracticeSummary, {}, { token })).body.data
    expect(await waiting()).toMatchObject({ learning: 4 })
    await staff('exam', 'giveback', '--step', '1')
    expect(await waiting()).toMatchObject({ learning: 0 })
    await start()
    await submit()
    expect((await detail()).body.data.exams_completed).toBe(1)
    expect(await waiting()).toMatchObject({ learning: 4 })
  })

  it.each([
    [[], 'Give either --step, or --from and --to'],
    [
      ['--step', '1', '--from', '2026-03-02 10:10', '--to', '2026-03-02 13:10'],
      'Give either --step, or --from and --to',
    ],
    [['--from', '2026-03-02 10:10'], 'Give either --step, or --from and --to'],
    [['--from', 'ten', '--to', '2026-03-02 13:10'], "--from must be a time like '2026-11-20 09:30:00', not 'ten'"],
    [
      ['--from', '2026-02-31 10:10', '--to', '2026-03-02 13:10'],
      "--from must be a time like '2026-11-20 09:30:00', not '2026-02-31 10:10'",
    ],
    [['--from', '2026-03-02 13:10', '--to', '2026-03-02 10:10'], '--to must be later than --from'],
  ])('says in one line what is wrong with %j', async (args, line) => {
    expect(await staff('exam', 'giveback', ...args)).toEqual({ code: 2, out: '', err: `${line}\n` })
  })

  it('knows when there is no such step', async () => {
    expect(await staff('exam', 'giveback', '--step', '7')).toEqual({ code: 1, out: '', err: 'There is no step 7\n' })
  })
})

/** The same of another learner, in the same ten minutes. */
async function endedAgain() {
  api.clock.set(TEST_START)
  const exam = await seedExam(api.services.db)
  const { token } = await api.learner({ name: 'Binu' })
  const candidate = candidateOf(api, exam, token)
  const { id } = (await candidate.start()).body.data.open_attempt!
  api.clock.advance(10 * MINUTE + 3 * HOUR)
  await sweepOverdue(api.services)
  return { id }
}

describe('clock', () => {
  it('says that the clocks agree', async () => {
    expect((await staff('clock', 'show')).out).toMatch(
      /^It is \d{4}-\d\d-\d\d \d\d:\d\d:\d\d in India, and this machine's clock agrees\n$/,
    )
    expect((await staff('clock', 'accept')).out).toBe("This machine's clock and the site's time agree already\n")
  })

  it('says how far they are apart, and lets the servers of this machine have its time', async () => {
    const frame = thisMachine.wall() - thisMachine.uptime() - 3 * HOUR
    const seen_at = thisMachine.wall() - 3 * HOUR - SECOND
    await api.services.db
      .insertInto('clock_frames')
      .values({ boot: thisMachine.boot!, frame: Math.round(frame), seen_at })
      .execute()
    expect((await staff('clock', 'show')).out).toMatch(
      /^The site goes by .* \(India\); this machine's clock is 10800 s ahead\. Set it right, or/,
    )
    expect((await staff('clock', 'accept')).out).toMatch(
      /^The servers of this machine go by its clock within seconds\./,
    )
    expect(await api.services.db.selectFrom('clock_frames').select('accepted').execute()).toEqual([{ accepted: 1 }])
  })
})
