import { createHash } from 'node:crypto'
import type { Brand, BrandColors } from '#core/site/brand.ts'
import { closedPolicy } from '#http/pages/page-policy.ts'
import type { AwayPage } from '#lib/both/away-page.ts'
import { EXAM_CACHE, PAPERS } from '#lib/browser/device/device-data.ts'
import { escapeHtml } from '#lib/both/text/escape-html.ts'
import { PRIMARY } from '#lib/both/primary-color.ts'

/** Those of the style sheet (src/styles/base.css), for a site that names none. */
const plain: Pick<BrandColors, 'light' | 'dark'> = {
  light: { primary: PRIMARY, content: '#fcfbff' },
  dark: { primary: '#b7a0fb', content: '#1a1035' },
}

/** Not `light-dark()`: no build compiles this page for the oldest browsers. */
const darkRuleOf = (selector: string, { primary, content }: BrandColors['dark']) =>
  `${selector} { color-scheme: dark; --paper: #17141f; --card: #211d2b; --line: #3a3546; --ink: #ece9f4; --soft: #b3adc4;
  --mark: ${primary}; --on: ${content} }`

/** A style attribute, as other pages have it, could not be told to the policy by its hash. */
const styleOf = ({ light, dark }: Pick<BrandColors, 'light' | 'dark'>) => `
:root { color-scheme: light; --paper: #faf9f7; --card: #fff; --line: #e4e1dc; --ink: #1f1b2e; --soft: #5f5a6e;
  --mark: ${light.primary}; --on: ${light.content} }
${darkRuleOf(':root[data-theme=dark]', dark)}
@media (prefers-color-scheme: dark) { ${darkRuleOf(':root:not([data-theme])', dark)} }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif }
main { width: 100%; max-width: 32rem; padding: 2rem 1rem }
.name { margin: 0 0 2rem; font-weight: 700; font-size: 1.125rem }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 2rem; text-wrap: balance }
h2 { margin: 0 0 .75rem; font-size: 1rem }
p { margin: 0; color: var(--soft) }
button, a { font: inherit; font-weight: 600; border-radius: .625rem; cursor: pointer }
button { margin-top: 1.5rem; min-height: 3rem; padding: 0 1.5rem; border: 0; background: var(--mark); color: var(--on) }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px }
#state { min-height: 1.5rem; margin-top: .75rem; font-size: .875rem }
section { margin-top: 1.5rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card) }
ul { margin: 0; padding-left: 1.25rem; color: var(--soft) }
li + li { margin-top: .5rem }
a { display: flex; min-height: 3rem; align-items: center; justify-content: center; margin-bottom: .75rem; padding: 0 1rem;
  border: 1px solid var(--mark); color: var(--mark); text-align: center; text-decoration: none }
`

/**
 * Runs in the page, as text. It asks for the page that was wanted, at most every two seconds and then ever less often, at once
 * when the browser says that there is a network or the page is looked at, and opens it when there is an answer. Only tries that
 * are made by hand are told of: who hears the page would hear of the others without end.
 * @param cache how the names of the caches of exam screens begin
 * @param papers the database of the papers (features/exams/offline/running-exam.browser.ts)
 */
function watch(cache: string, papers: string): void {
  const SHORTEST = 2000
  const LONGEST = 60_000
  /** Milliseconds after which a database that does not answer counts as hanging. */
  const PATIENCE = 2000
  /** Reads, each with a connection, that may hang: browsers keep a request that hangs until the page is gone. */
  const MAX_HANGING = 5
  const root = document.documentElement
  const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1]
  if (theme) root.dataset.theme = theme
  let pause = SHORTEST
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = false
  let byHand = false
  /** It was opened, and this page still stands: the browser has saved a file. */
  let opened = false
  let hanging = 0
  const part = (id: string) => document.getElementById(id)!
  const name = () => {
    // A network alone does not mean that the server can be reached.
    part('title').textContent = navigator.onLine ? 'The site cannot be reached' : 'You are offline'
  }
  const ask = async () => {
    if (asking) return
    asking = true
    clearTimeout(timer)
    try {
      const { status } = await fetch(location.href, {
        method: 'HEAD',
        cache: 'no-store',
        signal: AbortSignal.timeout(10_000),
      })
      if (status < 500) {
        opened = true
        asking = false
        part('state').textContent = 'Connected.'
        return location.reload()
      }
    } catch {
      // Not yet.
    }
    asking = false
    name()
    if (byHand) part('state').textContent = 'Not connected yet.'
    byHand = false
    timer = setTimeout(ask, pause)
    pause = Math.min(pause * 2, LONGEST)
  }
  const askSoon = () => {
    pause = SHORTEST
    void ask()
  }
  const askByItself = () => {
    // The file would be saved at each look at the page.
    if (!opened) askSoon()
  }
  /** The name of an exam whose paper this learner has here; undefined without one. */
  const readName = (learner: number, exam: number) =>
    new Promise<string | undefined>((resolve, reject) => {
      const opening = indexedDB.open(papers)
      // Do not create the database here: the exam screen owns its schema.
      opening.onupgradeneeded = () => {
        opening.transaction!.abort()
        resolve(undefined)
      }
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const database = opening.result
        try {
          const asked = database.transaction('exams').objectStore('exams').get([learner, exam, 'paper'])
          asked.onsuccess = () => resolve((asked.result as { name: string } | undefined)?.name)
          asked.onerror = () => reject(asked.error)
        } catch {
          // Another release may have other stores.
          resolve(undefined)
        }
        // When the read has ended. A log-out drops the database.
        database.close()
      }
    })
  /** The same; rejects when it cannot be read in time: a database may hang as long as another tab holds it. */
  const nameOf = (learner: number, exam: number) => {
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('The database does not answer')), PATIENCE),
    )
    if (hanging >= MAX_HANGING) return late
    hanging += 1
    return Promise.race([late, readName(learner, exam).finally(() => (hanging -= 1))])
  }
  /** Exams that need no further look. */
  const done = new Set<string>()
  const linkExams = async () => {
    const user: unknown = JSON.parse(localStorage.getItem('user') ?? 'null')
    const learner =
      typeof user === 'object' && user && 'id' in user && typeof user.id === 'number' ? user.id : undefined
    const worker = await navigator.serviceWorker.getRegistration('/exam/')
    // Where the exam screen has none, browsers find the one of all other pages.
    if (learner === undefined || !worker?.active || !worker.scope.endsWith('/exam/')) return
    let unread = false
    for (const key of await caches.keys()) {
      if (done.has(key)) continue
      const exam = key.slice(cache.length)
      const address = `/exam/${exam}/start`
      if (!key.startsWith(cache) || !(await caches.match(address, { cacheName: key }))) continue
      // The screen is anybody's. Without the paper it cannot open, and another learner's is not told of.
      const title = await nameOf(learner, Number(exam)).catch(() => {
        unread = true
      })
      if (unread) break
      done.add(key)
      if (title === undefined) continue
      const link = document.createElement('a')
      link.href = address
      link.textContent = `Go on with your exam: ${title}`
      part('exams').append(link)
    }
    const said = unread
      ? 'The exams kept on this device cannot be read at the moment. This page keeps trying; closing other tabs of this site can help.'
      : ''
    if (part('unread').textContent !== said) part('unread').textContent = said
    // The next look has a connection of its own.
    if (unread) setTimeout(tryLinks, SHORTEST)
  }
  const tryLinks = () => {
    linkExams().catch(() => {
      // A browser that keeps nothing has no exam.
    })
  }
  name()
  part('again').addEventListener('click', () => {
    byHand = true
    part('state').textContent = 'Trying to connect…'
    askSoon()
  })
  addEventListener('online', askByItself)
  addEventListener('offline', name)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) askByItself()
  })
  timer = setTimeout(ask, pause)
  tryLinks()
}

const script = `(${watch.toString()})(${JSON.stringify(EXAM_CACHE)}, ${JSON.stringify(PAPERS)})`

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What the page says and shows of a site. */
interface AwaySite {
  name: string
  brand: Pick<Brand, 'colors'>
}

/**
 * The page that says that there is no network. It needs no other file and holds nothing of anybody, and is part of the
 * workers' own text, so that a new release brings a new one (docs/decisions/0049-kept-log-ins-and-the-offline-page.md).
 */
export function awayPage({ name, brand }: AwaySite): AwayPage {
  const style = styleOf(brand.colors ?? plain)
  const policy = `${closedPolicy}; style-src ${hash(style)}; script-src ${hash(script)}; connect-src 'self'`
  const html = `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>No connection | ${escapeHtml(name)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="name">${escapeHtml(name)}</p>
<h1 id="title">The site cannot be reached</h1>
<p>This page needs the internet. It opens by itself as soon as you are connected again.</p>
<button type="button" id="again">Try again</button>
<p id="state" role="status"></p>
<section aria-labelledby="works">
<h2 id="works">What works without internet</h2>
<div id="exams"></div>
<p id="unread" role="status"></p>
<ul>
<li>An exam that you have begun on this device. Its answers are kept here and sent when you are connected again; its time runs on.</li>
<li>Practice or a quiz that is open in another tab. What you answer there is kept and sent later.</li>
</ul>
</section>
</main>
<script>${script}</script>
</body>
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }
  return { html, headers }
}
