/** Gives the focus of a button that is about to go to the player it lies over, so that its keys go on working. */
export function focusStage(button: Element): void {
  button.closest<HTMLElement>('[data-stage]')?.focus({ preventScroll: true })
}
