import { counted } from '#lib/both/text/format.ts'
import { showState } from '#lib/browser/show-state.ts'
import { registrationFor, type ShownRegistration } from './registration.store.ts'

/** Shows the learner's registration for the webinar of the page, and lets it be made and taken back. */
export function startRegistration(panel: HTMLElement): void {
  const { $shown, load, lookAgain, register, leave } = registrationFor(Number(panel.dataset.webinar))
  const part = <Part extends HTMLElement>(name: string) => panel.querySelector<Part>(`[data-${name}]`)!

  const leaving = part<HTMLDialogElement>('leaving')

  const draw = ({ state, data, problem, note, busy }: ShownRegistration) => {
    const held = panel.contains(document.activeElement)
    showState(panel, state)
    if (data) drawData(data)
    // What was asked is no question any more.
    if (state !== 'registered' || part('leave').hidden) leaving.close()
    if (problem) part('problem').textContent = problem
    // Not disabled: a button that is loses the focus.
    for (const name of ['register', 'leave']) part(name).setAttribute('aria-disabled', String(busy))
    if (held) keepFocus()
    part('note').textContent = note
  }

  const drawData = ({ phase, places_left: left, join_url: link }: NonNullable<ShownRegistration['data']>) => {
    const join = part<HTMLAnchorElement>('join')
    if (link) join.href = link
    join.hidden = !link
    part('later').hidden = !!link
    part('leave').hidden = phase !== 'coming'
    part('reminds').hidden = phase === 'running'
    part('running').hidden = phase !== 'running'
    part('places').textContent = left === null ? '' : `${counted(left, 'place')} left.`
  }

  /** Where the control that had the focus is gone, the first one that is there takes it. */
  const keepFocus = () => {
    const focused = document.activeElement
    if (panel.contains(focused) && focused!.getClientRects().length > 0) return
    panel.querySelector<HTMLElement>('[data-state]:not([hidden]) :is(a, button):not([hidden])')?.focus()
  }

  const pressed = (button: HTMLElement, act: () => Promise<void>) =>
    button.addEventListener('click', () => {
      // Some browsers leave the focus of a button that is pressed where it was.
      button.focus()
      void act()
    })
  pressed(part('register'), register)
  pressed(part('leave'), async () => leaving.showModal())
  part('leave-indeed').addEventListener('click', () => {
    // The browser gives the focus back to what opened it.
    leaving.close()
    void leave()
  })
  for (const retry of panel.querySelectorAll<HTMLElement>('[data-retry]')) pressed(retry, lookAgain)
  $shown.subscribe(draw)
  addEventListener('online', () => void load())
  document.addEventListener('visibilitychange', () => !document.hidden && void load())
  void load()
}
