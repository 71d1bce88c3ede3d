import { noteFailure } from '#lib/browser/call/quiet.ts'
import { retryable } from '#lib/browser/call/retryable.ts'
import { showState } from '#lib/browser/show-state.ts'

const loadRegistration = retryable(() => import('./registration.browser.ts'))

/**
 * Readies the panel of a webinar's page. Of somebody logged in it shows the registration; visitors load no more
 * than this.
 */
export function readyRegistration(): void {
  const panel = document.querySelector<HTMLElement>('[data-webinar]')
  if (!panel) return
  if (document.documentElement.dataset.signedIn === undefined || !panel.querySelector('[data-state]')) return
  const retry = panel.querySelector('[data-state="failed"] [data-retry]')!
  const note = panel.querySelector('[data-note]')!
  let starting = false
  let failures = 0
  const start = async () => {
    if (starting) return
    starting = true
    note.textContent = ''
    // The button that was pressed is about to go.
    if (panel.contains(document.activeElement)) panel.focus()
    showState(panel, 'loading')
    try {
      const { startRegistration } = await loadRegistration()
      startRegistration(panel)
    } catch (error) {
      starting = false
      showState(panel, 'failed')
      if (failures > 0) note.textContent = 'That did not work. Please try again.'
      failures += 1
      noteFailure('The registration', error)
    }
  }
  retry.addEventListener('click', start)
  addEventListener('online', start)
  void start()
}
