import { whenIdle } from '#lib/when-idle.ts'

/** The name under which a browser remembers the number on the bell. Log-out clears it with the rest. */
export const UNREAD_KEY = 'unreadNotifications'

/** The number on the bell, and what screen readers say of it. */
export function showUnread(unread: number): void {
  for (const place of document.querySelectorAll('[data-unread]')) {
    place.textContent = unread > 0 ? (unread > 99 ? '99+' : String(unread)) : ''
  }
  for (const place of document.querySelectorAll('[data-unread-words]')) {
    place.textContent = unread > 0 ? `, ${unread} unread` : ''
  }
}

/**
 * Readies the bell on pages of somebody who is logged in: the number that was last known at once, the rest when the page
 * has nothing else to do, or the bell is opened. Visitors load none of it.
 */
export function readyBell(): void {
  const panel = document.getElementById('notifications')
  if (!panel || document.documentElement.dataset.signedIn === undefined) return
  showUnread(Number(localStorage.getItem(UNREAD_KEY)) || 0)
  let starting: Promise<unknown> | undefined
  const start = () => {
    starting ??= import('./bell.browser.ts').then(({ startBell }) => startBell(panel))
  }
  panel.addEventListener('beforetoggle', start, { once: true })
  whenIdle(start)
}
