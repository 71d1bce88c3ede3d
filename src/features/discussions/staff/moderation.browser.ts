import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { undoToast } from '#ui/staff/undo-toast.tsx'
import { toast } from '#ui/Toasts.tsx'
import * as contracts from './threads.contract.ts'

/** What is done with comments and their writers, each with its way back, but for what cannot be undone. */
export function moderation(refresh: () => Promise<unknown>) {
  const act = async (work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => toast.error(failureWords(error), { id: 'moderation' }))
    // A refusal says that something is different: it is shown, too.
    await refresh()
  }
  const undoable = (said: string, undo: () => Promise<unknown>) =>
    undoToast(said, async () => {
      await undo()
      await refresh()
    })
  const hide = (id: number) =>
    act(async () => {
      await staffCall(contracts.hideComment, { body: { id } })
      undoable('Hidden', () => staffCall(contracts.restoreComment, { body: { id, undo: true } }))
    })
  const restore = (id: number) =>
    act(async () => {
      await staffCall(contracts.restoreComment, { body: { id } })
      undoable('Shown again', () => staffCall(contracts.hideComment, { body: { id } }))
    })
  const keep = (id: number) =>
    act(async () => {
      const { settled_at } = await staffCall(contracts.keepComment, { body: { id } })
      undoable('It stays', () => staffCall(contracts.unkeepComment, { body: { id, settled_at } }))
    })
  /** @throws as the call, for the dialog that asks why */
  const remove = async (id: number, reason: string) => {
    toast.success((await staffCall(contracts.deleteComment, { body: { id, reason } })).message)
    await refresh()
  }
  /** @throws as the call */
  const block = async (id: number, reason: string) => {
    const { message } = await staffCall(contracts.muteWriter, { body: { id, reason } })
    undoable(message, () => staffCall(contracts.unmuteWriter, { body: { id } }))
    await refresh()
  }
  const unblock = (id: number) =>
    act(async () => {
      const { message } = await staffCall(contracts.unmuteWriter, { body: { id } })
      undoable(message, () => staffCall(contracts.muteWriter, { body: { id, reason: 'Unblocking was undone' } }))
    })
  return { hide, restore, keep, remove, block, unblock }
}
