import { useState } from 'react'
import { counted } from '#lib/both/text/format.ts'
import { call } from '#lib/browser/call/call.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { toast } from '#ui/Toasts.tsx'
import { deleteDiscussion, reportDiscussion, type DiscussionReply } from '../discussions.contract.ts'

export interface Asked {
  to: 'delete' | 'report'
  comment: DiscussionReply
  /** How many replies stay below it. */
  replies: number
}

export interface AskDialogProps {
  asked: Asked | undefined
  onDone: (asked: Asked) => void
  onClose: () => void
}

/** Asks before a comment is deleted or reported, and does it. */
export function AskDialog({ asked, onDone, onClose }: AskDialogProps) {
  const [busy, setBusy] = useState(false)
  if (!asked) return null
  const deleting = asked.to === 'delete'
  const confirm = async () => {
    setBusy(true)
    try {
      const params = { id: asked.comment.id }
      if (deleting) {
        await call(deleteDiscussion, { params })
        toast.success('Comment deleted')
      } else {
        const { message } = await call(reportDiscussion, { params })
        toast.success(message)
      }
      onDone(asked)
    } catch {
      toast.error(deleting ? 'Error deleting comment' : 'Something went wrong.')
    } finally {
      setBusy(false)
      onClose()
    }
  }
  return (
    <ConfirmDialog
      open
      title={deleting ? 'Confirm Delete' : 'Report this comment?'}
      message={deleting ? deletionOf(asked) : 'The course team will look at it. Its author will not be told.'}
      confirmLabel={deleting ? 'Delete' : 'Report'}
      danger={deleting}
      busy={busy}
      onConfirm={confirm}
      onCancel={onClose}
    />
  )
}

function deletionOf({ comment, replies }: Asked): string {
  if (comment.parent_id !== null) return 'Are you sure you want to delete this reply?'
  if (replies === 0) return 'Are you sure you want to delete this comment?'
  return `Are you sure you want to delete this comment? ${replies === 1 ? 'The reply to it stays.' : `The ${counted(replies, 'reply', 'replies')} to it stay.`}`
}
