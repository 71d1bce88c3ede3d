import { allowListed } from '#lib/browser/html/allow-listed.ts'
import { serverNow } from '#lib/browser/call/call.ts'
import { beginningOfText } from '#lib/both/text/cut-text.ts'
import { isLinkAddress } from '#lib/both/text/link-address.ts'
import { isOwnPicture } from '#lib/both/text/own-picture.ts'
import { isoTime, namedMoment } from '#lib/both/time/clock.ts'
import { relativeTime } from '#lib/both/time/relative-time.ts'
import type { Notification } from './notifications.contract.ts'

/** Fills the markup of notifications, which pages bring: NotificationEntry.astro and NotificationContent.astro. */

/** The element that the markup calls so. */
export const part = <Part extends Element = HTMLElement>(name: string, within: ParentNode): Part =>
  within.querySelector<Part>(`[data-${name}]`)!

/** A notification in the list of the bell. */
export function fillEntry(
  entry: ParentNode,
  { kind, title, message, read, created_at }: Pick<Notification, 'kind' | 'title' | 'message' | 'read' | 'created_at'>,
): void {
  part('open', entry).toggleAttribute('data-unread-entry', !read)
  part('title', entry).textContent = title
  part('excerpt', entry).textContent = beginningOf(message)
  part('unread-mark', entry).hidden = read
  fillTime(part('time', entry), created_at)
  for (const icon of entry.querySelectorAll<HTMLElement>('[data-icon]')) icon.hidden = icon.dataset.icon !== kind
}

/** The same once it is opened. */
export function fillContent(
  content: ParentNode,
  {
    title,
    message,
    image,
    action,
    created_at,
  }: Pick<Notification, 'title' | 'message' | 'image' | 'action' | 'created_at'>,
): void {
  part('title', content).textContent = title
  part('message', content).replaceChildren(allowListed(message))
  fillTime(part('time', content), created_at)
  const picture = part<HTMLImageElement>('image', content)
  picture.hidden = true
  picture.removeAttribute('src')
  if (image && isOwnPicture(image)) {
    picture.onerror = () => (picture.hidden = true)
    picture.src = image
    picture.hidden = false
  }
  const button = part<HTMLAnchorElement>('action', content)
  // The server has made the address; only what a link of ours may be gets through.
  const fit = action && isLinkAddress(action.href) ? action : undefined
  part('foot', content).hidden = !fit
  if (fit) {
    part('label', button).textContent = fit.label
    part('new-tab', button).hidden = !fit.newTab
    button.href = fit.href
    button.target = fit.newTab ? '_blank' : ''
  }
}

function fillTime(place: Element, instant: number): void {
  const element = place as HTMLTimeElement
  element.textContent = relativeTime(instant, serverNow())
  element.dateTime = isoTime(instant)
  element.title = namedMoment(instant)
}

/** Characters of a message in the list. */
const EXCERPT = 120

/** The first words of a message, in one line. */
function beginningOf(html: string): string {
  // What stands below each other stays apart.
  const text = allowListed(html.replace(/<(?=\/?(p|br|li|h\d|blockquote|td)\b)/g, ' <')).textContent ?? ''
  return beginningOfText(text.replace(/\s+/g, ' ').trim(), EXCERPT)
}
