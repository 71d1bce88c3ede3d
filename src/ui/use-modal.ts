import { useEffect, useRef, type RefObject } from 'react'

/**
 * Shows a dialog as a modal while it is open, and returns the focus to the element that opened it.
 * @returns ref of the `<dialog>`, which is mounted while it is open
 */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const opener = document.activeElement as HTMLElement | null
    element.showModal()
    // React's autoFocus comes too early: the dialog is not shown yet, and the attribute is not set.
    element.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      element.close()
      // Browsers return the focus by themselves, unless the dialog has been removed or its opener rendered again.
      if (document.activeElement === document.body) opener?.focus()
    }
  }, [open])
  return dialog
}
