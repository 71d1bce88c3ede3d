import { EXAM_CACHE, forgetCaches } from '#lib/browser/device/device-data.ts'
import { installWorker } from '#lib/browser/device/install-worker.ts'
import { assetsIn, isText } from './offline-assets.rules.ts'
import { forgetExam, readExam } from './running-exam.browser.ts'

/**
 * Keeps the exam screen itself on this device while an attempt is under way, for the worker (offline-worker.browser.ts) that shows
 * it without a network: the page, what it is built of, and the paper's pictures. Only a secure connection has this; without
 * it the exam goes on as long as the page stays open.
 */

/** The development server's files are no assets, and an insecure connection has neither workers nor caches. */
const isPossible = () => import.meta.env.PROD && 'serviceWorker' in navigator && 'caches' in globalThis

const WORKER = '/exam/worker.js'

/**
 * Installs the worker; browsers look for a newer one by themselves on each visit. Until it runs the screen may be under the one
 * of all other pages.
 */
export function installExamWorker(): void {
  if (!isPossible() || navigator.serviceWorker.controller?.scriptURL.endsWith(WORKER)) return
  installWorker(WORKER, '/exam/')
}

/**
 * Keeps the page as the server now has it, with every file that it is built of: what it names, and what those name in
 * turn. So a page of a newer build is kept whole, too.
 * @param needs what the paper shows beyond text: paths of its pictures, and whether it has formulas
 */
export async function keepOffline(
  exam: number,
  { pictures, formulas }: { pictures: readonly string[]; formulas: boolean },
): Promise<void> {
  if (!isPossible()) return
  try {
    const page = await fetch(location.pathname)
    if (!page.ok) return
    const cache = await caches.open(EXAM_CACHE + exam)
    const there = new Map((await cache.keys()).map((request) => [new URL(request.url).pathname, request]))
    const wanted = new Set<string>()
    const keep = async (path: string): Promise<void> => {
      const had = there.has(path) ? await cache.match(path, { ignoreVary: true }) : undefined
      // The browser has nearly all of them, and they are named after their content.
      const file = had ?? (await fetch(path, { cache: 'force-cache' }))
      if (!file.ok) throw new Error(`${path} is not to be had`)
      const text = isText(path) ? await file.clone().text() : ''
      if (!had) await cache.put(path, file)
      await keepAll(assetsIn(text, formulas))
    }
    const keepAll = async (paths: readonly string[]): Promise<void> => {
      const found = paths.filter((path) => !wanted.has(path))
      for (const path of found) wanted.add(path)
      await Promise.all(found.map(keep))
    }
    await keepAll([...pictures, ...assetsIn(await page.clone().text(), formulas)])
    // Last: whoever finds the page finds all of it.
    await cache.put(location.pathname, page)
    for (const [path, request] of there)
      if (!wanted.has(path) && path !== location.pathname) await cache.delete(request)
  } catch {
    // No room, or no network any more: the exam goes on without it.
  }
}

/** The attempt is over: nothing of it is kept, but what the candidate answered and the server did not take. */
export async function forgetOffline(user: number, exam: number): Promise<void> {
  await Promise.all([forgetExam(user, exam), forgetCaches((name) => name === EXAM_CACHE + exam)])
}

/** The same once the result of an attempt is known, unless the learner is in the middle of another one. */
export async function forgetFinished(user: number, exam: number, attempt: number): Promise<void> {
  const kept = await readExam(user, exam)
  if (kept && kept !== 'unread' && kept.paper.open_attempt?.id === attempt) await forgetOffline(user, exam)
}
