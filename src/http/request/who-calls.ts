import type { Context as HonoContext } from 'hono'
import { callName } from '#core/calls/call-limits.ts'
import type { Context, EnteringContext, LearnerContext, StaffContext } from '#core/context.ts'
import { authenticate } from '#features/auth/server/sessions.ts'
import { authenticateEntering } from '#features/staff/server/log-ins.ts'
import { authenticateStaff, refuseForged, requireRecentFactor } from '#features/staff/server/sessions.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { forbidden } from '#lib/both/calls/errors.ts'

/**
 * Finds out who calls, as the declaration of the call wants it: a learner by the token, staff by their cookie. Neither opens
 * what is the other's.
 * @param ctx gets who it is
 * @throws ApiError 401 of nobody, 403 of somebody who may not
 */
export async function findCaller(ctx: Context, endpoint: Endpoint, c: HonoContext): Promise<void> {
  if (endpoint.access === 'anyone') {
    if (endpoint.path.startsWith('/staff/')) refuseForged(c.req.raw.headers, ctx.config)
    return
  }
  if (endpoint.access === 'staff') {
    const staff = await authenticateStaff(ctx, c.req.raw.headers)
    if (!endpoint.roles.some((role) => staff.roles.includes(role)))
      throw forbidden('Your role does not allow this', 'wrong_role')
    if (endpoint.secondFactor === 'recent') requireRecentFactor(staff, ctx.now())
    Object.assign(ctx, { staff, work: workOf(ctx, endpoint) } satisfies Partial<StaffContext>)
    return
  }
  if (endpoint.access === 'entering') {
    const entering = await authenticateEntering(ctx)
    refuseForged(c.req.raw.headers, ctx.config)
    if (endpoint.enrols && !entering.isConfirmed)
      throw forbidden('Please enter the 8-digit code that was sent to your phone first.', 'unconfirmed')
    Object.assign(ctx, { entering } satisfies Partial<EnteringContext>)
    return
  }
  const user = await authenticate(ctx, bearer(c))
  if (endpoint.access === 'learner' && !user.registrationCompleted)
    throw forbidden('Please complete your profile first', 'profile_incomplete')
  Object.assign(ctx, { user } satisfies Partial<LearnerContext>)
}

const workOf =
  (ctx: Context, endpoint: Endpoint): StaffContext['work'] =>
  (reason = '') => {
    const { staff, address, requestId, now } = ctx as StaffContext
    return { staffId: staff.id, who: staff.name, address, call: callName(endpoint), requestId, reason, now: now() }
  }

function bearer(c: HonoContext): string | undefined {
  return /^bearer ([\w.~+/=-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
}
