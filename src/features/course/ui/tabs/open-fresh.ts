import type { MouseEvent } from 'react'
import { wasLeft } from '#lib/browser/call/loading.ts'
import { toast } from '#ui/Toasts.tsx'
import { ADDRESS_LIFE } from '../../course-page.store.ts'

/**
 * A click on a link to a file whose address may have ended: an old one is fetched anew first. The new tab is opened at
 * once, because browsers allow it only while the click is answered.
 * @param loadedAt when the address was signed, milliseconds since 1970
 */
export function openFresh(event: MouseEvent, loadedAt: number, fetchAddress: () => Promise<string | undefined>): void {
  if (Date.now() - loadedAt < ADDRESS_LIFE) return
  event.preventDefault()
  const tab = open('about:blank', '_blank')
  if (tab) tab.opener = null
  fetchAddress()
    .then((address) => {
      if (!address) throw new Error('The file is gone')
      if (tab) tab.location.replace(address)
      else location.assign(address)
    })
    .catch((error: unknown) => {
      tab?.close()
      if (!wasLeft(error)) toast.error('The file could not be opened. Please try again.')
    })
}
