import type { StaffRole } from '#lib/both/staff-roles.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { enterSale } from '#features/purchases/server/orders/enter-sale.ts'
import { testWork } from '../api/staff-work.ts'
import { candidateOf } from './candidate.ts'
import { seedCourse, seedEnrolment } from './catalogue-fixture.ts'
import { seedExam } from './exam-fixture.ts'
import { testApi, type TestApi, type TestLearner, type TestStaff } from '../api/api.ts'

/** Somebody of each role, learners, and what calls of staff are about. */
export interface StaffScene {
  api: TestApi
  /** One of each role, with a session of their own each time: calls end sessions. */
  as: (role: StaffRole) => Promise<TestStaff>
  learner: TestLearner
  /** Two courses, neither of which anybody has. */
  courses: () => Promise<[number, number]>
  /** Another learner, who has the first of the courses. @returns the number */
  student: () => Promise<number>
  /** Money that the learner paid for the second of the courses at the desk. @returns the payment's number */
  sale: () => Promise<number>
  /** Another learner in an exam. */
  candidate: () => Promise<{ id: number; examId: number }>
  nextPhone: () => string
  /** Another member of the staff. @returns the number */
  newMember: (given?: { left?: boolean }) => Promise<number>
}

export async function staffScene(): Promise<StaffScene> {
  const api = await testApi()
  // An owner who is not touched, so that there always is one.
  await api.staff('owner')
  let phones = 0
  let courses: Promise<[number, number]> | undefined
  let exam: ReturnType<typeof seedExam> | undefined
  let paid: Promise<number> | undefined
  const { db } = api.services
  const learner = await api.learner({ name: 'Asha Menon' })
  const twoCourses = () =>
    (courses ??= (async () => [
      (await seedCourse(db, { title: 'Polity' })).id,
      (await seedCourse(db, { title: 'Algebra' })).id,
    ])())
  return {
    api,
    as: (role) => api.staff(role),
    learner,
    courses: twoCourses,
    student: async () => {
      const { user } = await api.learner()
      await seedEnrolment(db, { userId: user.id, courseId: (await twoCourses())[0], validFor: 30 * DAY })
      return user.id
    },
    sale: () =>
      (paid ??= (async () => {
        const sold = {
          userId: learner.user.id,
          courseId: (await twoCourses())[1],
          method: 'cash',
          seller: null,
        } as const
        await enterSale(api.services, testWork(api.clock.now()), { ...sold, reference: 'S-1' })
        const { id } = await db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
        return id
      })()),
    candidate: async () => {
      const { user, token } = await api.learner()
      const sat = await (exam ??= seedExam(db))
      await candidateOf(api, sat, token).start()
      return { id: user.id, examId: sat.id }
    },
    nextPhone: () => String(9_812_300_000 + ++phones),
    newMember: async ({ left = false } = {}) => {
      const { id } = await api.staff('mentor')
      if (left) await api.services.db.updateTable('staff').set({ left_at: 1 }).where('id', '=', id).execute()
      return id
    },
  }
}
