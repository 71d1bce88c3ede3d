import { afterAll, beforeAll } from 'vitest'
import { TEST_START, testApi, type TestApi } from '../api/api.ts'
import { candidateOf } from '../scenes/candidate.ts'
import { seedExam, type ExamToSeed } from '../scenes/exam-fixture.ts'
import { hall } from './sitting.ts'

/** Exams that are sat before the API of a test file: each call gives a new exam and a new learner, at the same hour. */
export function sittingScene() {
  let api: TestApi
  beforeAll(async () => {
    api = await testApi()
  })
  afterAll(() => api.close())

  return async (given: ExamToSeed = {}) => {
    api.clock.set(TEST_START)
    const exam = await seedExam(api.services.db, given)
    const { token, user } = await api.learner()
    const candidate = candidateOf(api, exam, token)
    const { device, pass, settled } = hall(api, exam, token, user.id)

    /** What the server has of the attempt under way: the chosen option by question, in the order of the paper. */
    const saved = async () => {
      const { responses } = (await candidate.detail()).body.data.open_attempt!
      return exam.questions.map(({ qid }) => responses.find((each) => each.qid === qid)?.answer_option_id ?? null)
    }
    /** What was counted of the newest finished attempt, in the same way. */
    const graded = async () => {
      const [result] = (await candidate.detail()).body.data.results
      const { body } = await candidate.result(result!.attempt_id)
      return exam.questions.map(
        ({ qid }) => body.data.graded.find((each) => each.qid === qid)?.answer_option_id ?? null,
      )
    }
    /** A tab in which the candidate has started the exam. */
    const begin = async (on = device()) => {
      const tab = on.open()
      await settled()
      await tab.start()
      await settled()
      return { on, tab, attempt: tab.running().exam.open_attempt! }
    }
    return { api, exam, token, user, candidate, device, pass, settled, saved, graded, begin }
  }
}
