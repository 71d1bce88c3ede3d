import { useEffect, type ReactNode } from 'react'
import XIcon from 'virtual:lucide/x'
import { useModal } from '#ui/use-modal.ts'

export interface PaletteSheetProps {
  onClose: () => void
  children: ReactNode
  /** Stays in sight at the foot. */
  foot: ReactNode
}

/** The review panel on small screens: comes up from below. Mounted only while it is open. */
export function PaletteSheet({ onClose, children, foot }: PaletteSheetProps) {
  const dialog = useModal(true)
  useEffect(() => {
    dialog.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [dialog])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="palette-title"
      className="mx-auto mb-0 mt-auto flex max-h-[85dvh] w-full max-w-lg flex-col overflow-hidden rounded-t-box bg-base-100 text-base-content shadow-2xl motion-safe:animate-enter"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => event.target === event.currentTarget && event.detail < 2 && onClose()}
    >
      <div className="flex items-center justify-between border-b border-base-300 py-2 pl-4 pr-2">
        <h2 id="palette-title" className="text-lg font-semibold">
          Questions
        </h2>
        <button type="button" className="btn btn-ghost btn-square" onClick={onClose}>
          <XIcon />
          <span className="sr-only">Close</span>
        </button>
      </div>
      <div className="min-h-0 grow overflow-y-auto p-4">{children}</div>
      <div className="border-t border-base-300 p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">{foot}</div>
    </dialog>
  )
}
