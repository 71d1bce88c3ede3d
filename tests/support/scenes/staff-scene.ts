import type { StaffRole } from '#lib/both/staff-roles.ts'
import { testApi, type TestApi, type TestLearner, type TestStaff } from '../api/api.ts'

/** Somebody of each role, learners, and what calls of staff are about. */
export interface StaffScene {
  api: TestApi
  /** One of each role, with a session of their own each time: calls end sessions. */
  as: (role: StaffRole) => Promise<TestStaff>
  learner: TestLearner
  nextPhone: () => string
  /** Another member of the staff. @returns the number */
  newMember: (given?: { left?: boolean }) => Promise<number>
}

export async function staffScene(): Promise<StaffScene> {
  const api = await testApi()
  // An owner who is not touched, so that there always is one.
  await api.staff('owner')
  let phones = 0
  return {
    api,
    as: (role) => api.staff(role),
    learner: await api.learner({ name: 'Asha Menon' }),
    nextPhone: () => String(9_812_300_000 + ++phones),
    newMember: async ({ left = false } = {}) => {
      const { id } = await api.staff('mentor')
      if (left) await api.services.db.updateTable('staff').set({ left_at: 1 }).where('id', '=', id).execute()
      return id
    },
  }
}
