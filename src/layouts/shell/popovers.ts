/**
 * Opens and closes the popovers of a page in browsers that know none: Chrome before 114, Firefox before 125, Safari before
 * 17. An open one has `data-open`; the style sheet hides the others (styles/app.css).
 */
function readyPopovers(): void {
  const panels = [...document.querySelectorAll<HTMLElement>('[popover]')]
  const buttonsOf = ({ id }: HTMLElement) => document.querySelectorAll<HTMLElement>(`[popovertarget="${id}"]`)
  const isOpen = ({ dataset }: HTMLElement) => dataset.open !== undefined

  const setOpen = (panel: HTMLElement, open: boolean) => {
    if (isOpen(panel) === open) return
    const newState = open ? 'open' : 'closed'
    panel.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }))
    panel.toggleAttribute('data-open', open)
    for (const button of buttonsOf(panel)) button.setAttribute('aria-expanded', String(open))
    if (open) panel.querySelector<HTMLElement>('[autofocus]')?.focus()
    panel.dispatchEvent(Object.assign(new Event('toggle'), { newState }))
  }

  for (const panel of panels) {
    panel.hidePopover = () => setOpen(panel, false)
    for (const button of buttonsOf(panel)) button.setAttribute('aria-expanded', 'false')
  }
  document.addEventListener('click', ({ target }) => {
    const at = target as Element
    const button = at.closest('[popovertarget]')
    const wanted = panels.find(({ id }) => id === button?.getAttribute('popovertarget'))
    for (const panel of panels) if (panel !== wanted && !panel.contains(at)) setOpen(panel, false)
    if (wanted) setOpen(wanted, button?.getAttribute('popovertargetaction') !== 'hide' && !isOpen(wanted))
  })
  document.addEventListener('keydown', ({ key }) => {
    const open = key === 'Escape' ? panels.find(isOpen) : undefined
    if (!open) return
    setOpen(open, false)
    // The first of them opened it.
    buttonsOf(open)[0]?.focus()
  })
}

readyPopovers()

// The shell imports nothing of it, which spares every page the name.
export {}
