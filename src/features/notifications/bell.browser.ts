import { call } from '#lib/browser/call/call.ts'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { readId } from '#lib/both/calls/read-id.ts'
import { storeForLearner } from '#lib/browser/device/storage.ts'
import { showState } from '#lib/browser/show-state.ts'
import type { BellStart } from './bell-start.browser.ts'
import {
  countUnread,
  listNotifications,
  readAllNotifications,
  readNotification,
  type Notification,
} from './notifications.contract.ts'
import { fillContent, fillEntry, part } from './notification-view.browser.ts'

/** How long a number or a list is believed. */
const COUNT_BELIEVED = MINUTE
const LIST_BELIEVED = 20 * SECOND

/** The bell of the top bar (document 1, section 2, 'Notifications'): its number, its list and the dialog of one. */
export function startBell(panel: HTMLElement, { key, showUnread, showNoList }: BellStart): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-notification]')!
  const bell = document.querySelector<HTMLElement>('[data-bell]')!
  const list = part('list', panel)
  const readAll = part<HTMLButtonElement>('read-all', panel)
  let known: Notification[] | undefined
  let unread = 0
  let countedAt = -Infinity
  let listedAt = -Infinity
  let listing: Promise<void> | undefined

  /** Not `:popover-open`: to ask for it throws in the oldest browsers. */
  const isOpen = () => panel.getClientRects().length > 0

  const setUnread = (count: number) => {
    unread = count
    showUnread(count)
    readAll.hidden = count === 0
    storeForLearner(key, String(count))
  }

  const count = async () => {
    countedAt = Date.now()
    try {
      setUnread((await call(countUnread)).unread)
    } catch (error) {
      noteFailure('The count of notifications', error)
    }
  }

  const load = () => {
    listing ??= fetchList().finally(() => (listing = undefined))
    return listing
  }
  const fetchList = async () => {
    if (!known) showState(panel, 'loading')
    try {
      const { data, unread: count } = await call(listNotifications)
      known = data
      listedAt = countedAt = Date.now()
      setUnread(count)
      draw()
    } catch (error) {
      noteFailure('The list of notifications', error)
      // What was there before is better than nothing.
      if (!known) showNoList(panel)
    }
  }

  const draw = () => {
    if (!known?.length) return showState(panel, 'empty')
    const focused = (document.activeElement as HTMLElement | null)?.dataset.id
    list.replaceChildren(...known.map(entryOf))
    showState(panel, 'list')
    if (focused) list.querySelector<HTMLElement>(`[data-id="${focused}"]`)?.focus()
  }

  const entryOf = (notification: Notification): Node => {
    const entry = part<HTMLTemplateElement>('entry', panel).content.cloneNode(true) as DocumentFragment
    part('open', entry).dataset.id = String(notification.id)
    fillEntry(entry, notification)
    part('open', entry).addEventListener('click', () => open(notification))
    return entry
  }

  const open = (notification: Notification) => {
    fillContent(dialog, notification)
    panel.hidePopover()
    if (!dialog.open) dialog.showModal()
    const body = part('body', dialog)
    body.scrollTop = 0
    // A long text in which nothing takes the focus takes it itself, so that the keyboard can scroll it.
    if (body.scrollHeight > body.clientHeight) body.tabIndex = 0
    else body.removeAttribute('tabindex')
    void markRead(notification.id)
  }

  const markRead = async (id: number) => {
    const notification = known?.find((one) => one.id === id)
    if (notification?.read) return
    if (notification) {
      notification.read = true
      setUnread(Math.max(0, unread - 1))
      draw()
    }
    try {
      await call(readNotification, { params: { id }, keepalive: true })
      if (!notification) await count()
    } catch (error) {
      // It counts as unread again when it is asked for the next time.
      listedAt = -Infinity
      noteFailure('Marking a notification as read', error)
    }
  }

  readAll.addEventListener('click', async () => {
    const last = Math.max(0, ...(known ?? []).map(({ id }) => id))
    if (!last) return
    readAll.disabled = true
    try {
      await call(readAllNotifications, { body: { last_id: last } })
      for (const notification of known ?? []) notification.read = true
      setUnread(0)
      draw()
      // The button is gone; reading goes on at the list.
      panel.focus()
    } catch (error) {
      part('note', panel).textContent = 'That did not work. Please try again.'
      noteFailure('Marking all notifications as read', error)
    }
    readAll.disabled = false
  })

  const opened = () => {
    part('note', panel).textContent = ''
    if (known) draw()
    if (Date.now() - listedAt > LIST_BELIEVED) void load()
  }
  panel.addEventListener('toggle', (event) => event.newState === 'open' && opened())
  part('retry', panel).addEventListener('click', () => void load())
  dialog.addEventListener('close', () => bell.focus())
  addEventListener('online', () => isOpen() && !known && void load())
  addEventListener('storage', ({ key: changed, newValue }) => {
    if (changed !== key || newValue === null || Number(newValue) === unread) return
    unread = Number(newValue) || 0
    showUnread(unread)
    listedAt = -Infinity
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - countedAt > COUNT_BELIEVED) void count()
  })
  // The worker of pushed notifications says that one has come.
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ notification?: unknown } | null>) => {
    if (!data?.notification) return
    listedAt = -Infinity
    void (isOpen() ? load() : count())
  })
  navigator.serviceWorker?.startMessages()
  if (globalThis.Notification?.permission === 'granted') {
    import('./push-visits.browser.ts').then(
      ({ watchPush }) => watchPush(),
      (error: unknown) => noteFailure('The check of pushed notifications', error),
    )
  }

  // A pushed notification that was clicked leads to a page with one of these.
  const query = new URLSearchParams(location.search)
  const [asked, seen] = [readId(query.get('notification')), readId(query.get('seen'))]
  if (asked || seen) {
    query.delete('notification')
    query.delete('seen')
    history.replaceState(history.state, '', location.pathname + (query.size > 0 ? `?${query}` : '') + location.hash)
  }
  const openAsked = async () => {
    await load()
    const found = known?.find(({ id }) => id === asked)
    if (found) open(found)
  }
  if (asked) void openAsked()
  else if (seen) void markRead(seen)
  else if (isOpen()) opened()
  else void count()
}
