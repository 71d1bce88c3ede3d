import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { newCandidate, type Candidate } from '../../../../tests/support/scenes/candidate.ts'
import { seedExam, type ExamToSeed, type SeededExam } from '../../../../tests/support/scenes/exam-fixture.ts'
import { events, sitThrough } from '../../../../tests/support/sitting/lossy-network.ts'
import { sweepOverdue } from './sweep.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})

beforeEach(() => api.clock.set(TEST_START))

afterAll(() => api.close())

/** How exams are marked, by the marks of a right answer and what a wrong one costs. */
const markings = {
  '1, nothing': { units_per_mark: 1, correct_units: 1, wrong_units: 0 },
  '1, 1/3': { units_per_mark: 3, correct_units: 3, wrong_units: 1 },
  '1, 1/4': { units_per_mark: 4, correct_units: 4, wrong_units: 1 },
  '1, 0.66': { units_per_mark: 50, correct_units: 50, wrong_units: 33 },
  '1, 2/3': { units_per_mark: 3, correct_units: 3, wrong_units: 2 },
  '1, 1': { units_per_mark: 1, correct_units: 1, wrong_units: 1 },
  '2, 0.66': { units_per_mark: 50, correct_units: 100, wrong_units: 33 },
  '0.5, 1/8': { units_per_mark: 8, correct_units: 4, wrong_units: 1 },
} as const

/**
 * Steps of a candidate on a paper of two sections of two questions, in 30 minutes:
 * `1r` chooses the right option of question 1, `1w` a wrong one, `1v` another wrong one, `1-` clears it; a `?` marks it for
 * review as well; `#5` gives the action number 5; `+29m`, `+5s` let time pass; `x` before an action: it is refused; `~`:
 * its receipt says that a later one is stored.
 * `!` submits, `.` leaves it to the sweep.
 */
const table = `
  marking    | steps                        | marks | right | wrong | section 1   | section 2   | finished by
  1, nothing | 1r 2r 3r 4r !                | 4     | 4     | 0     | 2 100%      | 2 100%      | learner
  1, nothing | 1r 2w 3w 4w !                | 1     | 1     | 3     | 1 50%       | 0 0%        | learner
  1, nothing | 1w 2w 3w 4w !                | 0     | 0     | 4     | 0 0%        | 0 0%        | learner
  1, nothing | !                            | 0     | 0     | 0     | 0 0%        | 0 0%        | learner
  1, 1/3     | !                            | 0     | 0     | 0     | 0 0%        | 0 0%        | learner
  1, 1/3     | 1r 2r 3r 4w !                | 2.67  | 3     | 1     | 2 100%      | 0.67 33.33% | learner
  1, 1/3     | 1r 2w 3w 4w !                | 0     | 1     | 3     | 0.67 33.33% | -0.67 0%    | learner
  1, 1/3     | 1w 2w 3w 4w !                | -1.33 | 0     | 4     | -0.67 0%    | -0.67 0%    | learner
  1, 1/3     | 1w !                         | -0.33 | 0     | 1     | -0.33 0%    | 0 0%        | learner
  1, 1/4     | 1r 2w !                      | 0.75  | 1     | 1     | 0.75 37.5%  | 0 0%        | learner
  1, 1/4     | 1w 2w 3w 4w !                | -1    | 0     | 4     | -0.5 0%     | -0.5 0%     | learner
  1, 0.66    | 1r 2w 3w !                   | -0.32 | 1     | 2     | 0.34 17%    | -0.66 0%    | learner
  1, 0.66    | 1w 2w 3w 4w !                | -2.64 | 0     | 4     | -1.32 0%    | -1.32 0%    | learner
  1, 2/3     | 1r 2w !                      | 0.33  | 1     | 1     | 0.33 16.67% | 0 0%        | learner
  1, 1       | 1r 2w 3r 4r !                | 2     | 3     | 1     | 0 0%        | 2 100%      | learner
  2, 0.66    | 1r 2w 3r !                   | 3.34  | 2     | 1     | 1.34 33.5%  | 2 50%       | learner
  -- An eighth and three eighths: half a hundredth goes away from zero.
  0.5, 1/8   | 1w 2r !                      | 0.38  | 1     | 1     | 0.38 37.5%  | 0 0%        | learner
  0.5, 1/8   | 1w !                         | -0.13 | 0     | 1     | -0.13 0%    | 0 0%        | learner
  -- Clearing and changing: the last action counts, and a cleared answer costs nothing.
  1, 1/3     | 1w 1- !                      | 0     | 0     | 0     | 0 0%        | 0 0%        | learner
  1, 1/3     | 1w 1v 1r !                   | 1     | 1     | 0     | 1 50%       | 0 0%        | learner
  1, 1/3     | 1r 1- 1w 3r 3w 3- 3r !       | 0.67  | 1     | 1     | -0.33 0%    | 1 50%       | learner
  1, 1/3     | 1- 1- !                      | 0     | 0     | 0     | 0 0%        | 0 0%        | learner
  -- Marked for review: it counts when it has an answer.
  1, 1/3     | 1r? 2-? !                    | 1     | 1     | 0     | 1 50%       | 0 0%        | learner
  1, 1/3     | 1r 1r? 3w? !                 | 0.67  | 1     | 1     | 1 50%       | -0.33 0%    | learner
  -- Out of order: the higher number counts, whenever it arrives.
  1, 1/3     | 1r#5 ~1w#3 !                 | 1     | 1     | 0     | 1 50%       | 0 0%        | learner
  1, 1/3     | 1-#7 ~1r#6 2w#2 2r#4 ~2-#3 ! | 1     | 1     | 0     | 1 50%       | 0 0%        | learner
  1, 1/3     | 1r#2 1r#2 1r#2 !             | 1     | 1     | 0     | 1 50%       | 0 0%        | learner
  1, 1/3     | 1w#2 ~1r#2 !                 | -0.33 | 0     | 1     | -0.33 0%    | 0 0%        | learner
  -- The end: on the millisecond, in the grace, after it.
  1, 1/3     | 1r +30m 2r !                 | 2     | 2     | 0     | 2 100%      | 0 0%        | learner
  1, 1/3     | 1r +30m +5s 2r !             | 2     | 2     | 0     | 2 100%      | 0 0%        | deadline
  1, 1/3     | 1r +30m +6s x2r !            | 1     | 1     | 0     | 1 50%       | 0 0%        | deadline
  1, 1/3     | 1w +29m 2r +40m .            | 0.67  | 1     | 1     | 0.67 33.33% | 0 0%        | deadline
  1, 1/3     | +40m .                       | 0     | 0     | 0     | 0 0%        | 0 0%        | deadline
  1, 1/3     | 1r +40m . x1w x1- !          | 1     | 1     | 0     | 1 50%       | 0 0%        | deadline
  -- After the submission nothing changes.
  1, 1/3     | 1r ! x1w x2r ! +40m .        | 1     | 1     | 0     | 1 50%       | 0 0%        | learner
`

const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .filter((line) => !line.trim().startsWith('--'))
  .map((line) => line.split('|').map((cell) => cell.trim()) as [keyof typeof markings, string, ...string[]])

const step = /^(?<fate>[x~]?)(?<question>\d)(?<choice>[rwv-])(?<marked>\??)(#(?<seq>\d+))?$/
const units = { m: MINUTE, s: SECOND }

/** Does the steps; @returns the number of the attempt */
async function follow(candidate: Candidate, steps: string): Promise<number> {
  const id = (await candidate.start()).body.data.open_attempt!.id
  for (const [index, word] of steps.split(' ').entries()) {
    const pass = /^\+(\d+)([ms])$/.exec(word)
    if (pass) api.clock.advance(Number(pass[1]) * units[pass[2] as 'm' | 's'])
    else if (word === '!') expect((await candidate.submit(id)).body.result_id).toBe(id)
    else if (word === '.') await sweepOverdue(api.services)
    else {
      const { fate, question, choice, marked, seq } = step.exec(word)!.groups!
      const target = candidate.exam.questions[Number(question) - 1]!
      const options = { r: target.right, w: target.wrong, v: target.options[3]!, '-': undefined }
      const option = options[choice as keyof typeof options]
      const extras = { seq: Number(seq ?? index + 1), marked: marked === '?', attempt_id: id }
      const { status, body } = await (option === undefined
        ? candidate.clear(target, extras)
        : candidate.answer(target, option, extras))
      expect([word, status]).toEqual([word, fate === 'x' ? 409 : 200])
      if (fate !== 'x') expect([word, body.stale]).toEqual([word, fate === '~'])
    }
  }
  return id
}

describe('an attempt from its steps to its marks', () => {
  test.each(rows)('at %s: %s', async (marking, steps, ...expected) => {
    const candidate = await newCandidate(api, await seedExam(api.services.db, { marks: markings[marking] }))
    const id = await follow(candidate, steps)
    const { data } = (await candidate.result(id)).body
    const { data: sections } = (await candidate.sections(id)).body
    expect([
      String(data.user_grade),
      String(data.correct_answer_count),
      String(data.incorrect_answer_count),
      ...sections.map(({ mark, percentage }) => `${mark} ${percentage}%`),
      data.finished_by,
    ]).toEqual(expected)
  })
})

/** Marks to two decimals, half away from zero, by whole numbers alone. */
function exactMarks(right: number, wrong: number, { units_per_mark, correct_units, wrong_units }: Marks): string {
  const score = BigInt(right) * BigInt(correct_units) - BigInt(wrong) * BigInt(wrong_units)
  const per = BigInt(units_per_mark)
  const hundredths = ((score < 0n ? -score : score) * 200n + per) / (2n * per)
  return `${score < 0n && hundredths > 0n ? '-' : ''}${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}

type Marks = NonNullable<ExamToSeed['marks']>

describe('whatever network, page and device do', () => {
  const exams = new Map<Marks, SeededExam>()
  const examOf = async (marks: Marks) => {
    const exam = exams.get(marks) ?? (await seedExam(api.services.db, { sections: [2, 1], marks }))
    exams.set(marks, exam)
    return exam
  }

  test('the result is that of what the candidate did last on each question, marked exactly', async () => {
    const scenario = fc.record({
      happening: events(3, 4),
      marks: fc.constantFrom<Marks>(...Object.values(markings)),
    })
    await fc.assert(
      fc.asyncProperty(scenario, async ({ happening, marks }) => {
        const candidate = await newCandidate(api, await examOf(marks))
        const { id } = (await candidate.start()).body.data.open_attempt!
        const done = await sitThrough(happening, candidate.exam.questions, {
          saved: async () => (await candidate.detail()).body.data.open_attempt!.responses,
          save: async ({ qid, option, seq, marked }) => {
            const extras = { seq, marked, attempt_id: id }
            const { status, body } = await (option === null
              ? candidate.clear({ qid }, extras)
              : candidate.answer({ qid }, option, extras))
            expect(status).toBe(200)
            return body
          },
        })
        await candidate.submit(id)
        const { data } = (await candidate.result(id)).body
        const chosen = new Map(done.map(({ qid, answer_option_id }) => [qid, answer_option_id]))
        expect(data.exam_questions.map(({ id, your_answer }) => [id, your_answer])).toEqual(
          candidate.exam.questions.map(({ qid }) => [qid, chosen.get(qid) ?? null]),
        )
        const answered = candidate.exam.questions.filter(({ qid }) => (chosen.get(qid) ?? null) !== null)
        const right = answered.filter(({ qid, right }) => chosen.get(qid) === right).length
        expect(data.user_grade.toFixed(2)).toBe(exactMarks(right, answered.length - right, marks))
      }),
      { numRuns: 25 },
    )
  })
})
