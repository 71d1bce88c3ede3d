import { readyTopCourses } from '#features/catalogue/ui/my-courses/top-courses-start.browser.ts'
import { readyBell } from '#features/notifications/bell-start.browser.ts'
import { sendLeftResults } from '#features/quizzes/left-results.browser.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { retryable } from '#lib/browser/call/retryable.ts'
import { USER_KEY } from '#lib/browser/session/session-keys.ts'
import { whenIdle, whenTouched } from '#lib/browser/when-idle.ts'
import { followAccount, logOut, showAccount, storedUser } from './account.ts'
import { watchLanguages } from '../head/languages.browser.ts'
import { installAwayWorker, watchNetwork } from '../away/offline.ts'
import { readySearch } from './search.ts'
import { readyTheme } from '../head/theme.ts'

/** The shell's own script: no framework, since public pages load nothing else. */

/** Milliseconds after which results that earlier pages could not send are sent: the page comes first. */
const RESULTS_WAIT = 3000

showAccount()
// Another tab, or a screen of this one, changed the stored user.
addEventListener('storage', ({ key }) => (key === USER_KEY || key === null) && showAccount())
addEventListener('user-change', showAccount)
followAccount()

document.querySelector<HTMLButtonElement>('[data-log-out]')?.addEventListener('click', ({ currentTarget }) => {
  ;(currentTarget as HTMLButtonElement).disabled = true
  void logOut()
})

const loadPopovers = retryable(() => import('./popovers.ts'))
if (!('popover' in HTMLElement.prototype)) void loadPopovers().catch((error: unknown) => noteFailure('Menus', error))

// Browsers that do not know `command` and `closedby` yet.
if (!('commandForElement' in HTMLButtonElement.prototype)) {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button[commandfor]')
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '')
    if (!(dialog instanceof HTMLDialogElement)) return
    if (button?.getAttribute('command') === 'close') dialog.close()
    else dialog.showModal()
  })
}
if (!('closedBy' in HTMLDialogElement.prototype)) {
  document.addEventListener('click', ({ target }) => {
    // Of a dialog whose content fills it, only the backdrop is the dialog itself.
    if (target instanceof HTMLDialogElement && target.getAttribute('closedby') === 'any') target.close()
  })
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search]')) readySearch(form)
readyTheme()
readyBell()
readyTopCourses()
// An import that competes with the page's own scripts would delay its first paint.
if (storedUser()) whenTouched(() => void sendLeftResults(), RESULTS_WAIT)
watchNetwork()
whenIdle(installAwayWorker)
// After the islands have taken what the server drew for them.
whenIdle(() => watchLanguages(document.body))
