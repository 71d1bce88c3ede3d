import * as contract from '#features/support/support.contract.ts'
import type { CallInput } from '#lib/both/calls/endpoint.ts'
import type { TestApi } from '../api/api.ts'

type Raised = CallInput<typeof contract.raiseTicket>['body']

/** Learners who ask for help. */
export function supportFixture(api: () => TestApi) {
  return {
    /** A learner with the calls that their browser makes. */
    asker: async (name?: string) => {
      const { user, token } = await api().learner(name ? { name } : {})
      const caller = { token }
      return {
        user,
        token,
        list: (page = 1) => api().call(contract.listTickets, { query: { page } }, caller),
        messages: (ticketId: number, etag?: string) =>
          api().request(`/api/v1/user/ticket/ticketmessages/${ticketId}`, {
            headers: { authorization: `Bearer ${token}`, ...(etag && { 'if-none-match': etag }) },
          }),
        read: (ticketId: number) => api().call(contract.ticketMessages, { params: { ticketId } }, caller),
        raise: (body: Raised = {}) =>
          api().call(
            contract.raiseTicket,
            { body: { title: 'Receipt', ticket_category_id: 2, msg: 'Where is my receipt?', ...body } },
            caller,
          ),
        reply: (ticket_id: number, msg: string, more: { attachment?: File; request_key?: string } = {}) =>
          api().call(contract.replyToTicket, { body: { ticket_id, msg, ...more } }, caller),
        courses: () => api().call(contract.listPurchasedCourses, {}, caller),
        categories: () => api().call(contract.listTicketCategories, {}, caller),
      }
    },
  }
}
