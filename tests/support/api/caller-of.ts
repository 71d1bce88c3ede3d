import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { everyRole } from '#lib/both/staff-roles.ts'
import { headersOf, type Caller } from './calls.ts'
import { entering } from '../scenes/staff-callers.ts'
import type { TestApi } from './api.ts'

/**
 * Somebody new who may make a call, whichever it is: one of the staff with every role, one who has proved their phone and
 * has the second factor still to give, or a learner, who may make all others.
 */
export async function callerOf(api: TestApi, { access }: Pick<Endpoint, 'access'>): Promise<Caller> {
  if (access === 'staff') return { staff: await api.staff(...everyRole) }
  if (access === 'entering')
    return { staff: await entering(api.services.db, await api.staff(...everyRole), api.clock.now()) }
  return { token: (await api.learner()).token }
}

/**
 * Sends requests as callers who may make the call. Each caller is kept for the calls of its kind until one succeeds, which
 * may have been log-out, or the session is over, as after too many guesses at a second factor.
 */
export function senderAs(api: () => TestApi) {
  const kept = new Map<Endpoint['access'], Caller>()
  const send = async (endpoint: Endpoint, [address, init]: [string, RequestInit]): Promise<Response> => {
    const { access } = endpoint
    const caller = kept.get(access) ?? (await callerOf(api(), endpoint))
    kept.set(access, caller)
    const headers = { ...(init.headers as Record<string, string>), ...headersOf(caller) }
    const response = await api().request(address, { ...init, headers })
    if (response.ok || response.status === 401) kept.delete(access)
    return response
  }
  return { send }
}
