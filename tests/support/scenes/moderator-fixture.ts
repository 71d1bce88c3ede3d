import * as reports from '#features/discussions/staff/reports.contract.ts'
import * as threads from '#features/discussions/staff/threads.contract.ts'
import type { CallInput } from '#lib/both/calls/endpoint.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import type { TestApi } from '../api/api.ts'

/** Whoever of the staff answers and moderates discussions, with the calls that their browser makes. */
export function moderatorFixture(api: () => TestApi) {
  return {
    moderator: async (role: StaffRole = 'mentor') => {
      const staff = await api().staff(role)
      const caller = { staff }
      const reason = 'as a test'
      return {
        ...staff,
        threads: async (query: CallInput<typeof threads.listThreads>['query'] = {}) =>
          (await api().call(threads.listThreads, { query }, caller)).body,
        show: (id: number) => api().call(threads.showThread, { params: { id } }, caller),
        reply: (id: number, content: string, key?: string) =>
          api().call(
            threads.replyAsMentor,
            { body: { id, content } },
            { staff, ...(key && { headers: { 'idempotency-key': key } }) },
          ),
        hide: (id: number) => api().call(threads.hideComment, { body: { id } }, caller),
        restore: (id: number, undo = false) => api().call(threads.restoreComment, { body: { id, undo } }, caller),
        remove: (id: number, given = reason) =>
          api().call(threads.deleteComment, { body: { id, reason: given } }, caller),
        keep: (id: number) => api().call(threads.keepComment, { body: { id } }, caller),
        unkeep: (id: number, settled_at: number) =>
          api().call(threads.unkeepComment, { body: { id, settled_at } }, caller),
        mute: (id: number) => api().call(threads.muteWriter, { body: { id, reason } }, caller),
        unmute: (id: number) => api().call(threads.unmuteWriter, { body: { id } }, caller),
        reports: async (query: CallInput<typeof reports.listReports>['query'] = {}) =>
          (await api().call(reports.listReports, { query }, caller)).body,
      }
    },
  }
}
