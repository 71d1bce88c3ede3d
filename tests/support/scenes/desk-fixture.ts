import * as replies from '#features/support/staff/saved-replies.contract.ts'
import * as tickets from '#features/support/staff/tickets.contract.ts'
import type { CallInput } from '#lib/both/calls/endpoint.ts'
import type { TestApi } from '../api/api.ts'

type Body<E extends Parameters<TestApi['call']>[0]> = CallInput<E> extends { body: infer B } ? B : never

/** Whoever answers tickets, with the calls that their browser makes. */
export function deskFixture(api: () => TestApi) {
  return {
    supporter: async () => {
      const staff = await api().staff('support')
      const caller = { staff }
      const named = (key?: string) => ({ staff, ...(key && { headers: { 'idempotency-key': key } }) })
      return {
        ...staff,
        queue: async (query: CallInput<typeof tickets.listQueue>['query'] = {}) =>
          (await api().call(tickets.listQueue, { query }, caller)).body,
        show: (id: number) => api().call(tickets.showTicket, { params: { id } }, caller),
        answer: (body: Body<typeof tickets.answerQueued>, key?: string) =>
          api().call(tickets.answerQueued, { body }, named(key)),
        assign: (id: number, to: number | null, from: number | null) =>
          api().call(tickets.assignTicket, { body: { id, to, from } }, caller),
        close: (id: number, seen: number) => api().call(tickets.closeQueued, { body: { id, seen } }, caller),
        reopen: (id: number) => api().call(tickets.reopenTicket, { body: { id } }, caller),
        choices: async () => (await api().call(tickets.queueChoices, {}, caller)).body,
        saved: async () => (await api().call(replies.listSavedReplies, {}, caller)).body.data,
        save: (body: Body<typeof replies.addSavedReply>, key?: string) =>
          api().call(replies.addSavedReply, { body }, named(key)),
        change: (body: Body<typeof replies.changeSavedReply>) => api().call(replies.changeSavedReply, { body }, caller),
        remove: (id: number, version: number) =>
          api().call(replies.removeSavedReply, { body: { id, version } }, caller),
      }
    },
    /** What was written in the log, oldest first: what, of what, and what it was before and after. */
    logged: async () => {
      const rows = await api()
        .services.db.selectFrom('audit_log')
        .innerJoin('audit_details', 'audit_details.log_id', 'audit_log.id')
        .select(['action', 'subject', 'who', 'before', 'after'])
        .orderBy('id')
        .execute()
      return rows.map(({ before, after, ...entry }) => ({
        ...entry,
        before: JSON.parse(before) as unknown,
        after: JSON.parse(after) as unknown,
      }))
    },
  }
}
