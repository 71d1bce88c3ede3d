import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { candidateOf, newCandidate } from '../../../../../tests/support/scenes/candidate.ts'
import { seedExam } from '../../../../../tests/support/scenes/exam-fixture.ts'

let api: TestApi

beforeEach(async () => {
  api = await testApi()
})

afterEach(() => api.close())

describe('starts at the same time', () => {
  test('give one attempt, which all of them get', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { token } = await api.learner()
      const candidate = candidateOf(api, await seedExam(api.services.db, { attempts: 5 }), token)
      const answers = await Promise.all(Array.from({ length: 8 }, () => candidate.start()))
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
      expect(new Set(answers.map(({ body }) => body.data.open_attempt?.id)).size).toBe(1)
      expect(answers.filter(({ body }) => !body.resumed)).toHaveLength(1)
    }
  })

  test('with finishes in between never exceed the attempts allowed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { token } = await api.learner()
      const candidate = candidateOf(api, await seedExam(api.services.db, { attempts: 2 }), token)
      const work = Array.from({ length: 16 }, (_, index) => (index % 2 ? candidate.submit() : candidate.start()))
      for (const { status } of await Promise.all(work)) expect([200, 409]).toContain(status)
      await candidate.submit()
      await candidate.start()
      await candidate.submit()
      const numbers = await api.services.db
        .selectFrom('attempts')
        .where('exam_id', '=', candidate.exam.id)
        .select('number')
        .orderBy('number')
        .execute()
      expect(numbers.map(({ number }) => number)).toEqual([1, 2])
      expect((await candidate.start()).body.code).toBe('no_attempts_left')
    }
  })

  test('by the last second finish the overdue attempt once', async () => {
    const candidate = await newCandidate(api, await seedExam(api.services.db, { attempts: 2 }))
    const id = (await candidate.start()).body.data.open_attempt!.id
    api.clock.advance(HOUR)
    const answers = await Promise.all([candidate.start(), candidate.start(), candidate.start()])
    expect(answers.map(({ body }) => body.data.open_attempt?.number)).toEqual([2, 2, 2])
    const overdue = api.services.db.selectFrom('attempts').where('id', '=', id).select('status')
    expect(await overdue.execute()).toEqual([{ status: 'completed' }])
  })
})
