import { noteFailure } from '#lib/browser/call/quiet.ts'
import { retryable } from '#lib/browser/call/retryable.ts'
import { showState } from '#lib/browser/show-state.ts'
import { whenTouched } from '#lib/browser/when-idle.ts'

/** The name under which a browser remembers the number on the bell. Log-out clears it with the rest. */
const UNREAD_KEY = 'unreadNotifications'

/** The number that was last known stands for so long, in milliseconds: what the page is about comes first. */
const NUMBER_HOLDS = 3000

/** The number on the bell, and what screen readers say of it. */
function showUnread(unread: number): void {
  for (const place of document.querySelectorAll('[data-unread]')) {
    place.textContent = unread > 0 ? (unread > 99 ? '99+' : String(unread)) : ''
  }
  for (const place of document.querySelectorAll('[data-unread-words]')) {
    place.textContent = unread > 0 ? `, ${unread} unread` : ''
  }
}

/** What the rest of the bell uses of this; if it imported that, pages without a bell would fetch it with others' code. */
export interface BellStart {
  key: string
  showUnread: (unread: number) => void
  showNoList: (panel: HTMLElement) => void
}

const loadBell = retryable(() => import('./bell.browser.ts'))

/** Shows that there is no list, why, and the button that tries again. */
function showNoList(panel: HTMLElement): void {
  panel.querySelector('[data-problem]')!.textContent = navigator.onLine
    ? 'Notifications could not be loaded.'
    : 'You are offline. Notifications will load when you are back online.'
  showState(panel, 'error')
}

/**
 * Readies the bell on pages of somebody who is logged in: the number that was last known at once, the rest when the page
 * is used, a little later, or when the bell is opened. Visitors load none of it. What could not be loaded is tried again when
 * the network is back, or the learner asks for it.
 */
export function readyBell(): void {
  const panel = document.getElementById('notifications')
  if (!panel || document.documentElement.dataset.signedIn === undefined) return
  showUnread(Number(localStorage.getItem(UNREAD_KEY)) || 0)
  let starting = false
  const start = async () => {
    if (starting) return
    starting = true
    // The button that was pressed is about to go.
    if (panel.contains(document.activeElement)) panel.focus()
    showState(panel, 'loading')
    try {
      const { startBell } = await loadBell()
      startBell(panel, { key: UNREAD_KEY, showUnread, showNoList })
    } catch (error) {
      starting = false
      showNoList(panel)
      noteFailure('The bell', error)
    }
  }
  panel.addEventListener('beforetoggle', start)
  panel.querySelector('[data-retry]')!.addEventListener('click', start)
  addEventListener('online', start)
  whenTouched(() => void start(), NUMBER_HOLDS)
}
