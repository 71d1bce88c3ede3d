import { getMe, logOutStaff } from '#features/staff/account/account.contract.ts'
import { inBackground } from '#lib/browser/staff/background.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { removeOldTyped } from '#lib/browser/staff/typed-text.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { bindKeys } from '#lib/browser/keys.ts'
import { whenIdle } from '#lib/browser/when-idle.ts'
import { installAwayWorker, watchNetwork } from '../away/offline.ts'
import { watchLanguages } from '../head/languages.browser.ts'
import { readyTheme } from '../head/theme.ts'
import { readyDialogs } from './dialogs.ts'
import { readyKeyHelp } from './key-help.ts'
import { logOutOfConsole, showStaff } from './staff-account.ts'

/** The shell's own script. */

showStaff()
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-staff-log-out]'))
  button.addEventListener('click', () => {
    button.disabled = true
    void logOutOfConsole(() => staffCall(logOutStaff))
  })

// A session that was ended elsewhere: staffCall clears the page and leaves.
const checkSession = () => {
  if (document.visibilityState === 'visible') inBackground(() => staffCall(getMe)).catch(() => {})
}
setInterval(checkSession, MINUTE)
document.addEventListener('visibilitychange', checkSession)
removeOldTyped()

const links = [...document.querySelectorAll<HTMLAnchorElement>('aside [data-go]')]
// What somebody's role hides is no place to go.
const shown = (link: HTMLElement) => getComputedStyle(link.closest('li')!).display !== 'none'
bindKeys(
  links.filter(shown).map((link) => ({
    keys: `g ${link.dataset.go}`,
    does: link.textContent.trim(),
    run: () => location.assign(link.href),
  })),
)
readyKeyHelp()
readyDialogs()
readyTheme()
watchNetwork()
whenIdle(installAwayWorker)
// After the islands have taken what the server drew for them.
whenIdle(() => watchLanguages(document.body))
