import { useEffect, useEffectEvent } from 'react'
import { bindKeys } from '#lib/browser/keys.ts'
import { toast } from '../Toasts.tsx'

/** How long something can be undone, in milliseconds. */
const UNDO = 8000

/**
 * Says what was done, and offers to undo it, by a button or by `u`. The time stands still for whoever is on the button. For
 * what can be undone; what cannot is asked before (ReasonDialog). An island that calls it draws `Toasts`.
 * @param undo a failure of it is told
 */
export function undoToast(message: string, undo: () => Promise<unknown> | void): void {
  const take = (id: string) => {
    toast.dismiss(id)
    Promise.resolve()
      .then(undo)
      .catch(() => toast.error('It could not be undone.'))
  }
  toast.success(({ id, visible }) => <Offer message={message} open={visible} onTake={() => take(id)} />, {
    duration: UNDO,
  })
}

function Offer({ message, open, onTake }: { message: string; open: boolean; onTake: () => void }) {
  const take = useEffectEvent(onTake)
  useEffect(() => (open ? bindKeys([{ keys: 'u', does: 'Undo', run: () => take() }]) : undefined), [open])
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {message}
      <button type="button" className="btn btn-sm" aria-keyshortcuts="u" disabled={!open} onClick={onTake}>
        Undo
        <kbd aria-hidden="true" className="kbd kbd-sm max-sm:hidden">
          u
        </kbd>
      </button>
    </span>
  )
}
