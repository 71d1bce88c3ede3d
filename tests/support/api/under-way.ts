import type { LearnerContext } from '#core/context.ts'
import { authenticate } from '#features/auth/server/sessions.ts'
import { noStaffCookies } from './staff-work.ts'
import type { TestApi, TestLearner } from './api.ts'

/** A call of a learner whose token was found good a moment ago: what comes now comes while it is under way. */
export async function underWay(api: TestApi, { token }: Pick<TestLearner, 'token'>): Promise<LearnerContext> {
  const user = await authenticate(api.services, token)
  const device = { cookie: undefined, keep: () => {} }
  return {
    ...api.services,
    requestId: 'under-way',
    address: '127.0.0.1',
    userAgent: 'test',
    signal: () => new AbortController().signal,
    device,
    staffCookies: noStaffCookies,
    user,
  }
}
