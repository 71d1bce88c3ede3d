import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { typeCommand } from '../../../tests/support/api/command.ts'
import { candidateOf, perform } from '../../../tests/support/scenes/candidate.ts'
import { seedExam } from '../../../tests/support/scenes/exam-fixture.ts'
import { staff as staffCommand } from '../staff.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  // The commands go by the machine's clock.
  api.clock.set(Date.now())
})
afterEach(() => api.close())

const staff = (...args: string[]) => typeCommand(api.database, staffCommand, args)
const lines = async (...args: string[]) => (await staff(...args)).out.split('\n')

const newExam = () =>
  seedExam(api.services.db, { title: 'Mock 1', opensAt: Date.now() - HOUR, closesAt: Date.now() + HOUR })

/** A learner in an exam, with one answer. */
async function begun() {
  const exam = await newExam()
  const { token, user } = await api.learner({ name: 'Asha' })
  const candidate = candidateOf(api, exam, token)
  const open = (await candidate.start()).body.data.open_attempt!
  await candidate.answer(exam.questions[0]!, exam.questions[0]!.right)
  return { ...candidate, open, user, id: String(exam.id) }
}

describe('exam sitting', () => {
  it('shows who sits it now, and who has finished', async () => {
    const { exam, id, open, submit } = await begun()
    const [counts, , , row] = await lines('exam', 'sitting', id)
    expect(counts).toBe(
      '1 sit it, 0 have it back and have not continued, 0 are about to be scored; 0 were submitted, 0 ended with their time',
    )
    expect(row).toMatch(new RegExp(`^${open.id} +Asha +\\+91 9100000001 +1 +\\S+ +\\S+ +29:\\d\\d +1 +\\S+ +here +0`))
    expect(await lines('exam', 'sitting', id, '--finished')).toEqual(['Nobody has finished the exam', ''])
    await submit()
    expect((await lines('exam', 'sitting', id, '--finished'))[1]).toMatch(
      /Asha +\+91 9100000001 +1 +\S+ \S+ +submitted +1$/,
    )
    expect(await staff('exam', 'sitting', String(exam.id + 1))).toMatchObject({
      code: 1,
      err: 'There is no such exam.\n',
    })
  })
})

describe('exam ranks and exam items', () => {
  it('show the list in pages and as a file, and the questions from ten candidates on', async () => {
    const exam = await newExam()
    const id = String(exam.id)
    for (let index = 0; index < 9; index += 1) await perform(api, exam, { right: index % 4, wrong: 1, time: MINUTE })
    expect(await lines('exam', 'items', id)).toEqual(['Too few: 9 candidates; statistics are shown from 10 on', ''])
    await perform(api, exam, { right: 4, wrong: 0, time: MINUTE })
    const [title, , headings, first] = await lines('exam', 'ranks', id)
    expect(title).toBe('Mock 1: 10 candidates')
    expect(headings).toMatch(/^RANK +LEARNER +PHONE +MARKS +RIGHT +WRONG +LEFT +TIME +FINISHED$/)
    expect(first).toMatch(/^1 +Learner 10 +\+91 9100000010 +4 +4 +0 +0 +1:00 /)
    const csv = await lines('exam', 'ranks', id, '--csv')
    expect([csv[0], csv.length]).toEqual([expect.stringMatching(/^\uFEFFRank,Name/), 12])
    const [summary, ...rest] = await lines('exam', 'items', id)
    expect(summary).toMatch(/^Mock 1: 10 candidates, of 4 marks mean 1\.\d+, deviation \S+, median \S+, alpha \S+$/)
    expect(rest.find((line) => line.startsWith('1 '))).toMatch(
      /^1 +Question \S+ +C +70 +30 +0 +\S+ +\S+ +- +A 30 +B 0 +C 70 +D 0$/,
    )
    const items = await lines('exam', 'items', id, '--csv')
    expect([items[0], items.length]).toEqual([expect.stringMatching(/^\uFEFFQuestion,Section/), 6])
    expect(items[1]).toMatch(/^1,Section 1,Question \S+,C,10,70,30,0,/)
    expect(await staff('exam', 'ranks', id, '--sort', 'marks')).toMatchObject({
      code: 2,
      err: "--sort is one of rank, name, finish, not 'marks'\n",
    })
  })

  it('name other papers that somebody has sat', async () => {
    const exam = await newExam()
    await perform(api, exam, { right: 1, wrong: 0, time: MINUTE })
    const { id } = await api.services.db
      .insertInto('papers')
      .values({
        ...{ exam_id: exam.id, fingerprint: 'new', question_count: 1, created_at: 1 },
        ...{ units_per_mark: 1, correct_units: 1, wrong_units: 0 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await lines('exam', 'ranks', String(exam.id), '--paper', String(id))).toEqual([
      'Mock 1: 0 candidates',
      `This is paper ${id}; the questions or marks have changed. Others: --paper ${exam.paperId} (1 candidate)`,
      '',
    ])
  })
})

describe('exam extra-time', () => {
  it('moves the end of the attempt that a learner is in', async () => {
    const { detail, id, open, submit } = await begun()
    const give = (minutes: string) => staff('exam', 'extra-time', '9100000001', id, minutes, '--reason', 'Power cut')
    expect((await give('40')).out).toMatch(
      /^Asha has 40 more minutes: until \S+ \S+, after the exam closes at \S+ \S+\n$/,
    )
    expect((await detail()).body.data.open_attempt?.deadline_at).toBe(open.deadline_at + 40 * MINUTE)
    expect(await give('181')).toMatchObject({ code: 1 })
    await submit()
    expect(await give('5')).toMatchObject({ code: 1, err: 'This learner is in no attempt of the exam.\n' })
    expect((await staff('log')).out).toContain('exam time given')
  })
})

describe('exam extra-attempts', () => {
  it('lets one learner make more', async () => {
    const { id, start, submit } = await begun()
    await submit()
    const typed = await staff('exam', 'extra-attempts', '9100000001', id, '2', '--reason', 'Was ill')
    expect(typed).toMatchObject({ code: 0, out: `Asha may make 3 attempts of exam ${id}, and has used 1\n` })
    expect((await start()).body.data.open_attempt?.number).toBe(2)
  })
})
