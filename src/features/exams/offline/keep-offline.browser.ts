import { EXAM_CACHE } from '#lib/browser/device/device-data.ts'
import { trustedScript } from '#lib/both/trusted.ts'
import { neededBy, prepareForOffline, type Needs } from '#features/questions/ui/prepare-offline.ts'
import type { ExamDetail } from '../detail/detail.contract.ts'
import { assetsIn, isText } from './offline-assets.rules.ts'

/**
 * Keeps the exam screen on this device while an attempt is under way, for the service worker (offline-worker.browser.ts)
 * that shows it without a network: the page, its files, and the paper's pictures.
 */

/**
 * Whether a reload without a network shows the exam. partly: it does, but pictures or a newer build could not be fetched;
 * failed: not yet, because the network or the server failed; never: this browser keeps no pages, or has no room.
 */
export type Kept = 'kept' | 'partly' | 'failed' | 'never'

const WORKER = '/exam/worker.js'

/** Milliseconds that a file may take on a slow network. */
const FILE_LIMIT = 60_000

/** Errors of a browser that refuses caches or workers, or has no room; a network that fails gives others. */
const REFUSED = ['QuotaExceededError', 'SecurityError']

/** Keeps the exam screen, and fetches what its paper shows later. Repeating it fetches only what is missing. */
export async function keepOffline({ id, exam_questions: questions }: ExamDetail): Promise<Kept> {
  const html = questions.map(
    ({ question: { question_content: text, answer_option: options } }) =>
      text + options.map((option) => option.answer_option).join(''),
  )
  const kept = await keepScreen(id, neededBy(html))
  // After the files, which the worker then answers with.
  await prepareForOffline(html)
  return kept
}

async function keepScreen(exam: number, needs: Needs): Promise<Kept> {
  // The development server's files are no assets, and an insecure connection has neither workers nor caches.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator && 'caches' in globalThis)) return 'never'
  try {
    await activateWorker()
    const cache = await caches.open(EXAM_CACHE + exam)
    try {
      await keepPage(cache, needs)
      return 'kept'
    } catch (error) {
      // The page is kept after its scripts and styles, so a page that is there opens.
      if (!(await cache.match(location.pathname, { ignoreVary: true }))) throw error
      return isRefusal(error) ? 'kept' : 'partly'
    }
  } catch (error) {
    return isRefusal(error) ? 'never' : 'failed'
  }
}

const isRefusal = (error: unknown) => error instanceof DOMException && REFUSED.includes(error.name)

/** Installs the worker unless it is there. Resolves when it runs. */
async function activateWorker(): Promise<void> {
  const scripts = navigator.serviceWorker
  const found = await scripts.getRegistration('/exam/')
  const isOurs = found?.active?.scriptURL.endsWith(WORKER)
  const { active, installing, waiting } = isOurs
    ? found!
    : await scripts.register(trustedScript(WORKER), { scope: '/exam/' })
  const worker = active ?? waiting ?? installing!
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (worker.state === 'activated' || worker.state === 'activating') resolve()
      else if (worker.state === 'redundant') reject(new Error('The worker could not be installed'))
    }
    worker.addEventListener('statechange', look)
    look()
  })
}

/**
 * Keeps the page as the server now has it, with every file that it names and those that these name in turn, so that a page
 * of a newer build is complete as well.
 * @throws where a file could not be fetched or kept
 */
async function keepPage(cache: Cache, { pictures, formulas }: Needs): Promise<void> {
  const page = await fetched(location.pathname)
  if (!page.ok) throw new Error(`The page: ${page.status}`)
  const there = new Map((await cache.keys()).map((request) => [new URL(request.url).pathname, request]))
  const wanted = new Set<string>()
  const keep = async (path: string): Promise<void> => {
    const had = there.has(path) ? await cache.match(path, { ignoreVary: true }) : undefined
    // The browser has nearly all of them, and they are named after their content.
    const file = had ?? (await fetched(path, { cache: 'force-cache' }))
    // A picture that the site does not have is missing with a network as well.
    if (!file.ok && pictures.includes(path)) return
    if (!file.ok) throw new Error(`${path}: ${file.status}`)
    const text = isText(path) ? await file.clone().text() : ''
    if (!had) await cache.put(path, file)
    await keepAll(assetsIn(text, formulas))
  }
  const keepAll = async (paths: readonly string[]): Promise<void> => {
    const found = paths.filter((path) => !wanted.has(path))
    for (const path of found) wanted.add(path)
    await Promise.all(found.map(keep))
  }
  await keepAll(assetsIn(await page.clone().text(), formulas))
  // After its scripts and styles, without which it does not open, and before pictures, without which it does.
  await cache.put(location.pathname, page)
  await keepAll(pictures)
  for (const [path, request] of there) if (!wanted.has(path) && path !== location.pathname) await cache.delete(request)
}

/** @throws where no answer comes in time, or a server that is away for the moment answers */
async function fetched(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, { ...init, signal: AbortSignal.timeout(FILE_LIMIT) })
  if (response.status >= 500) throw new Error(`${path}: ${response.status}`)
  return response
}
