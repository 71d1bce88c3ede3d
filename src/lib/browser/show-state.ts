/** Of the states that the server has drawn in a part of a page, each with `data-state`, shows one. */
export function showState(part: ParentNode, state: string): void {
  for (const place of part.querySelectorAll<HTMLElement>('[data-state]')) place.hidden = place.dataset.state !== state
}
