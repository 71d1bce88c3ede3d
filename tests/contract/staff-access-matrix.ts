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
const support: readonly StaffRole[] = ['owner', 'support']
const mentor: readonly StaffRole[] = ['owner', 'mentor']
const moderators: readonly StaffRole[] = ['owner', 'mentor', 'support']

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
  'GET /api/v1/staff/tickets': { roles: support },
  'GET /api/v1/staff/tickets/choices': { roles: support },
  'GET /api/v1/staff/tickets/{id}': {
    roles: support,
    input: async ({ newTicket }) => ({ params: { id: (await newTicket()).id } }),
  },
  'POST /api/v1/staff/tickets/reply': {
    roles: support,
    input: async ({ newTicket }) => ({ body: { ...(await newTicket()), message: 'Try again', attachment: undefined } }),
  },
  'POST /api/v1/staff/tickets/assign': {
    roles: support,
    input: async ({ newTicket, as }) => ({
      body: { id: (await newTicket()).id, to: (await as('support')).id, from: null },
    }),
  },
  'POST /api/v1/staff/tickets/close': {
    roles: support,
    input: async ({ newTicket }) => ({ body: await newTicket() }),
  },
  'POST /api/v1/staff/tickets/reopen': {
    roles: support,
    input: async ({ newTicket }) => ({ body: { id: (await newTicket({ closed: true })).id } }),
  },
  'GET /api/v1/staff/saved-replies': { roles: support },
  'POST /api/v1/staff/saved-replies/add': {
    roles: support,
    input: () => ({ body: { title: 'Receipt', body: 'Dear {name}', category_id: null } }),
  },
  'POST /api/v1/staff/saved-replies/change': {
    roles: support,
    input: async ({ newSavedReply }) => ({
      body: { id: await newSavedReply(), version: 1, title: 'Receipt', body: 'Dear {name}', category_id: null },
    }),
  },
  'POST /api/v1/staff/saved-replies/remove': {
    roles: support,
    input: async ({ newSavedReply }) => ({ body: { id: await newSavedReply(), version: 1 } }),
  },
  'GET /api/v1/staff/discussions': { roles: moderators },
  'GET /api/v1/staff/discussions/choices': { roles: moderators },
  'GET /api/v1/staff/discussions/{id}': {
    roles: moderators,
    input: async ({ newComment }) => ({ params: { id: (await newComment()).id } }),
  },
  'POST /api/v1/staff/discussions/reply': {
    roles: mentor,
    input: async ({ newComment }) => ({ body: { id: (await newComment()).id, content: 'Because' } }),
  },
  'POST /api/v1/staff/discussions/hide': {
    roles: moderators,
    input: async ({ newComment }) => ({ body: { id: (await newComment()).id } }),
  },
  'POST /api/v1/staff/discussions/restore': {
    roles: moderators,
    input: async ({ newComment }) => ({ body: { id: (await newComment({ hidden: true })).id } }),
  },
  'POST /api/v1/staff/discussions/delete': {
    roles: moderators,
    input: async ({ newComment }) => ({ body: { id: (await newComment()).id, reason } }),
  },
  'POST /api/v1/staff/discussions/keep': {
    roles: moderators,
    input: async ({ newComment }) => ({ body: { id: (await newComment()).id } }),
  },
  'POST /api/v1/staff/discussions/unkeep': {
    roles: moderators,
    input: async ({ newComment }) => {
      const { id, settled_at } = await newComment({ settled: true })
      return { body: { id, settled_at } }
    },
  },
  'POST /api/v1/staff/discussions/block': {
    roles: moderators,
    input: async ({ newComment }) => ({ body: { id: (await newComment()).writer, reason } }),
  },
  'POST /api/v1/staff/discussions/unblock': {
    roles: moderators,
    input: async ({ newComment }) => ({ body: { id: (await newComment({ muted: true })).writer } }),
  },
  'GET /api/v1/staff/reports': { roles: moderators },
}
