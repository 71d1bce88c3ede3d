import { staffCookieNames } from '#core/staff/staff-cookies.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { everyRole } from '#lib/both/staff-roles.ts'
import { LOG_IN_LIFE } from '#features/staff/server/log-ins.ts'
import { hashOfToken, newStaffToken } from '#features/staff/server/sessions.ts'
import { headersOf, type Caller } from './calls.ts'
import type { TestApi, TestStaff } from './api.ts'

/**
 * Somebody new who may make a call, whichever it is: one of the staff with every role, one who has proved their phone and
 * has the second factor still to give, or a learner, who may make all others.
 */
export async function callerOf(api: TestApi, { access }: Pick<Endpoint, 'access'>): Promise<Caller> {
  if (access === 'staff') return { staff: await api.staff(...everyRole) }
  if (access === 'entering') return { staff: await enteringAs(api, await api.staff(...everyRole)) }
  return { token: (await api.learner()).token }
}

/** The browser of somebody of the staff whose phone is proved, and who has no second factor yet. */
async function enteringAs({ services, clock }: TestApi, { id, phone }: TestStaff) {
  const token = newStaffToken()
  const now = clock.now()
  await services.db
    .insertInto('staff_log_ins')
    .values({
      token_hash: hashOfToken(token),
      staff_id: id,
      phone: `+91${phone}`,
      code_hash: 'used.',
      address: '127.0.0.1',
      sent_at: now,
      expires_at: now + LOG_IN_LIFE,
      proved_at: now,
    })
    .execute()
  return { cookie: `${staffCookieNames.entry}=${token}`, csrf: '' }
}

/**
 * Sends requests as callers who may make the call. Each caller is kept for the calls of its kind until one succeeds, which
 * may have been log-out.
 */
export function senderAs(api: () => TestApi) {
  const kept = new Map<Endpoint['access'], Caller>()
  const send = async (endpoint: Endpoint, [address, init]: [string, RequestInit]): Promise<Response> => {
    const { access } = endpoint
    const caller = kept.get(access) ?? (await callerOf(api(), endpoint))
    kept.set(access, caller)
    const headers = { ...(init.headers as Record<string, string>), ...headersOf(caller) }
    const response = await api().request(address, { ...init, headers })
    if (response.ok) kept.delete(access)
    return response
  }
  return { send }
}
