import { useEffect, useId, type ReactNode } from 'react'
import XIcon from 'virtual:lucide/x'
import { useModal } from './use-modal.ts'

export interface DialogProps {
  open: boolean
  title: string
  /** Asked for by the close button, Escape and a click beside the dialog; the owner then sets `open` to false. */
  onClose: () => void
  children: ReactNode
  /** Only its own buttons close it. */
  locked?: boolean
  /** Widest width; the dialog is never wider than the screen. */
  size?: 'sm' | 'md' | 'lg'
  /** Buttons at the foot, the last one the most wanted. */
  actions?: ReactNode
}

const widths = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-3xl' }

/**
 * Modal over the page (use-modal.ts). The page behind does not scroll (styles/base.css). Its content is mounted only while
 * the dialog is open.
 */
export function Dialog({ open, title, onClose, children, locked = false, size = 'md', actions }: DialogProps) {
  const titleId = useId()
  const dialog = useModal(open)
  // After every drawing, because content may come later: a long text in which nothing takes the focus takes it itself, so
  // that the keyboard can scroll it.
  useEffect(() => {
    const body = dialog.current?.querySelector<HTMLElement>('[data-body]')
    if (body && body.scrollHeight > body.clientHeight) body.tabIndex = 0
  })
  if (!open) return null
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-box bg-base-100 text-base-content shadow-2xl open:flex motion-safe:animate-enter ${widths[size]}`}
      onCancel={(event) => {
        // A file picker inside also says 'cancel'.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!locked) onClose()
      }}
      onClose={(event) => {
        // Closed by the browser in spite of the above: Chrome lets the second Escape through.
        if (event.target !== event.currentTarget || !dialog.current || !open) return
        if (locked) dialog.current.showModal()
        else onClose()
      }}
      onMouseDown={(event) => {
        // The content fills the dialog, so only its backdrop is the dialog itself. The second half of a double click on
        // what opened the dialog lands there as well.
        if (event.target === event.currentTarget && event.detail < 2 && !locked) onClose()
      }}
    >
      <div className="flex items-start gap-4 px-6 pt-5">
        <h2 id={titleId} className="grow py-1.5 text-lg font-semibold">
          {title}
        </h2>
        {!locked && (
          <button type="button" className="btn btn-ghost btn-square -mr-3 text-muted" onClick={onClose}>
            <XIcon />
            <span className="sr-only">Close</span>
          </button>
        )}
      </div>
      <div data-body className="min-h-0 overflow-y-auto px-6 pb-6 pt-2">
        {children}
      </div>
      {actions && (
        <div data-uncovered className="flex flex-wrap justify-end gap-3 border-t border-base-300 px-6 py-4">
          {actions}
        </div>
      )}
    </dialog>
  )
}
