/**
 * The dialogs of the frame: buttons with `data-opens` and a dialog's id open it; those with `data-closes`, and a click beside
 * it, close it.
 */
export function readyDialogs(): void {
  document.addEventListener('click', ({ target }) => {
    const at = target as Element
    const opened = at.closest<HTMLElement>('[data-opens]')?.dataset.opens
    if (opened) document.querySelector<HTMLDialogElement>(`#${opened}`)?.showModal()
    // The content fills them: only the backdrop is the dialog itself.
    if (at.closest('[data-closes]') || at.matches('#drawer, #key-help')) at.closest('dialog')?.close()
  })
}
