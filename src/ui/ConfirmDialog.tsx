import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  /** More to know before deciding. */
  message?: string
  confirmLabel: string
  cancelLabel?: string
  /** The action destroys something. */
  danger?: boolean
  /** The action runs: both buttons wait. */
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before doing. Focus starts on the harmless answer. */
export function ConfirmDialog({
  open,
  title,
  message,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onCancel}
      locked={busy}
      size="sm"
      actions={
        <>
          <button type="button" className="btn" data-first-focus onClick={onCancel} disabled={busy}>
            {cancelLabel}
          </button>
          <button
            type="button"
            className={`btn ${danger ? 'btn-error' : 'btn-primary'}`}
            onClick={onConfirm}
            disabled={busy}
            aria-busy={busy}
          >
            {confirmLabel}
          </button>
        </>
      }
    >
      {message && <p className="text-muted">{message}</p>}
    </Dialog>
  )
}
