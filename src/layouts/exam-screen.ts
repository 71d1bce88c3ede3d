import { whenIdle, whenTouched } from '#lib/browser/when-idle.ts'
import { watchLanguages } from './head/languages.browser.ts'
import { installAwayWorker } from './away/offline.ts'

whenIdle(() => watchLanguages(document.body))
// Of the pages that come after this one.
whenTouched(installAwayWorker)
