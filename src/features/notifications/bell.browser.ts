import { allowListed } from '#lib/browser/html/allow-listed.ts'
import { call, serverNow } from '#lib/browser/call/call.ts'
import { MINUTE, SECOND, isoTime, namedMoment } from '#lib/both/time/clock.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { isLinkAddress } from '#lib/both/text/link-address.ts'
import { isOwnPicture } from '#lib/both/text/own-picture.ts'
import { readId } from '#lib/both/calls/read-id.ts'
import { relativeTime } from '#lib/both/time/relative-time.ts'
import { showState } from '#lib/browser/show-state.ts'
import type { BellStart } from './bell-start.browser.ts'
import {
  countUnread,
  listNotifications,
  readAllNotifications,
  readNotification,
  type Notification,
} from './notifications.contract.ts'

/** How long a number or a list is believed. */
const COUNT_BELIEVED = MINUTE
const LIST_BELIEVED = 20 * SECOND

/** The bell of the top bar (document 1, section 2, 'Notifications'): its number, its list and the dialog of one. */
export function startBell(panel: HTMLElement, { key, showUnread, showNoList }: BellStart): void {
  const part = <Part extends Element = HTMLElement>(name: string, within: ParentNode = panel): Part =>
    within.querySelector<Part>(`[data-${name}]`)!
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-notification]')!
  const bell = document.querySelector<HTMLElement>('[data-bell]')!
  const list = part('list')
  const readAll = part<HTMLButtonElement>('read-all')
  let known: Notification[] | undefined
  let unread = 0
  let countedAt = -Infinity
  let listedAt = -Infinity
  let listing: Promise<void> | undefined

  const setUnread = (count: number) => {
    unread = count
    showUnread(count)
    readAll.hidden = count === 0
    try {
      localStorage.setItem(key, String(count))
    } catch {
      // A browser that keeps nothing asks anew on each page.
    }
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
    const { id, kind, title, message, read, created_at } = notification
    const entry = part<HTMLTemplateElement>('entry').content.cloneNode(true) as DocumentFragment
    const button = part<HTMLButtonElement>('open', entry)
    button.dataset.id = String(id)
    button.toggleAttribute('data-unread-entry', !read)
    part('title', entry).textContent = title
    part('excerpt', entry).textContent = beginningOf(message)
    part('unread-mark', entry).hidden = read
    time(part('time', entry), created_at)
    for (const icon of entry.querySelectorAll<HTMLElement>('[data-icon]')) icon.hidden = icon.dataset.icon !== kind
    button.addEventListener('click', () => open(notification))
    return entry
  }

  const time = (place: Element, instant: number) => {
    const element = place as HTMLTimeElement
    element.textContent = relativeTime(instant, serverNow())
    element.dateTime = isoTime(instant)
    element.title = namedMoment(instant)
  }

  const open = (notification: Notification) => {
    const { title, message, image, action, created_at } = notification
    part('title', dialog).textContent = title
    part('message', dialog).replaceChildren(allowListed(message))
    time(part('time', dialog), created_at)
    const picture = part<HTMLImageElement>('image', dialog)
    picture.hidden = true
    picture.removeAttribute('src')
    if (image && isOwnPicture(image)) {
      picture.onerror = () => (picture.hidden = true)
      picture.src = image
      picture.hidden = false
    }
    const button = part<HTMLAnchorElement>('action', dialog)
    // The server has made the address; only what a link of ours may be gets through.
    const fit = action && isLinkAddress(action.href) ? action : undefined
    part('foot', dialog).hidden = !fit
    if (fit) {
      part('label', button).textContent = fit.label
      part('new-tab', button).hidden = !fit.newTab
      button.href = fit.href
      button.target = fit.newTab ? '_blank' : ''
    }
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
      part('note').textContent = 'That did not work. Please try again.'
      noteFailure('Marking all notifications as read', error)
    }
    readAll.disabled = false
  })

  const opened = () => {
    part('note').textContent = ''
    if (known) draw()
    if (Date.now() - listedAt > LIST_BELIEVED) void load()
  }
  panel.addEventListener('toggle', (event) => event.newState === 'open' && opened())
  part('retry').addEventListener('click', () => void load())
  dialog.addEventListener('close', () => bell.focus())
  addEventListener('online', () => panel.matches(':popover-open') && !known && void load())
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
    void (panel.matches(':popover-open') ? load() : count())
  })
  navigator.serviceWorker?.startMessages()

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
  else if (panel.matches(':popover-open')) opened()
  else void count()
}

/** Characters of a message in the list. */
const EXCERPT = 120

/** The first words of a message, in one line. */
function beginningOf(html: string): string {
  // What stands below each other stays apart.
  const text = allowListed(html.replace(/<(?=\/?(p|br|li|h\d|blockquote|td)\b)/g, ' <')).textContent ?? ''
  return text.replace(/\s+/g, ' ').trim().slice(0, EXCERPT)
}
