import type { StaffRole } from '#lib/both/staff-roles.ts'
import type { Expected } from './access-matrix.ts'
import type { StaffScene } from '../support/scenes/staff-scene.ts'

/** Who of the staff may do what: every call of theirs has a row, which says so independently of its contract. */

export interface StaffRow {
  /** Who is let through; all others of the staff are answered 403 wrong_role. */
  roles: readonly StaffRole[]
  /** What is sent, in the place of the declared form's sample. */
  input?: (scene: StaffScene) => Input | Promise<Input>
  /** What each of those who are let through is answered; 200 without. */
  expected?: Expected
  /** Entries in the log that a call which succeeds writes; by default one of each POST, and none of others. */
  logs?: number
}

interface Input {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

const all: readonly StaffRole[] = ['owner', 'author', 'mentor', 'support', 'accountant']
const owner: readonly StaffRole[] = ['owner']

const reason = 'as a test'

export const staffMatrix: Record<string, StaffRow> = {
  'GET /api/v1/staff/me': { roles: all },
  'GET /api/v1/staff/home': { roles: all },
  'GET /api/v1/staff/home/days': { roles: all },
  'POST /api/v1/staff/logout': { roles: all },
  'GET /api/v1/staff/sessions': { roles: all },
  'POST /api/v1/staff/sessions/end': { roles: all },
  'GET /api/v1/staff/factors': { roles: all },
  'POST /api/v1/staff/factors/authenticator/options': { roles: all, logs: 0 },
  'POST /api/v1/staff/factors/authenticator': {
    roles: all,
    expected: 422,
    input: () => ({ body: { code: '123456', name: 'App' } }),
  },
  'POST /api/v1/staff/factors/passkey/options': { roles: all, logs: 0 },
  'POST /api/v1/staff/factors/passkey': {
    roles: all,
    expected: 422,
    input: () => ({ body: { response: '{}', name: 'Key' } }),
  },
  'POST /api/v1/staff/factors/remove': { roles: all, expected: 404 },
  'POST /api/v1/staff/recovery-codes': { roles: all },
  'GET /api/v1/staff/team': { roles: owner },
  'POST /api/v1/staff/team/add': {
    roles: owner,
    input: ({ nextPhone }) => ({ body: { name: 'Anu', mobile: nextPhone(), roles: ['mentor'], reason } }),
  },
  'POST /api/v1/staff/team/change': {
    roles: owner,
    input: async ({ newMember }) => ({
      body: { id: await newMember(), version: 1, name: 'Anu', roles: ['mentor'], reason },
    }),
  },
  'POST /api/v1/staff/team/end': {
    roles: owner,
    input: async ({ newMember }) => ({ body: { id: await newMember(), reason } }),
  },
  'POST /api/v1/staff/team/return': {
    roles: owner,
    input: async ({ newMember }) => ({ body: { id: await newMember({ left: true }), reason } }),
  },
  'POST /api/v1/staff/team/reset': {
    roles: owner,
    input: async ({ newMember }) => ({ body: { id: await newMember(), reason } }),
  },
  'GET /api/v1/staff/audit': { roles: owner },
  'GET /api/v1/staff/audit/csv': { roles: owner, logs: 1 },
  'GET /api/v1/staff/audit/check': { roles: owner },
  'GET /api/v1/staff/learners/{id}/log': { roles: all, input: ({ learner }) => ({ params: { id: learner.user.id } }) },
}
