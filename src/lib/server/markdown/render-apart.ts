import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { SECOND } from '../../both/time/clock.ts'
import type { MarkdownOptions, MediaAddress, Rendered } from './markdown.ts'

/** A text to be rendered, in a form that threads hand to each other. */
export interface TextToRender {
  text: string
  media: ReadonlyMap<string, MediaAddress>
  how: Pick<MarkdownOptions, 'inline' | 'breaks' | 'mathml'>
}

/** A text that takes longer is given up: on a quiet machine the longest of formulas alone takes two seconds. */
const LONGEST = 30 * SECOND

/** For so long the thread waits for the next text, with the libraries that it has loaded. */
const IDLE = 60 * SECOND

let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined
/** Texts are rendered one after the other. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Renders a text as `renderMarkdown` does, in a thread of its own: a long one with many formulas takes seconds, in which the
 * server would answer nobody.
 * @returns undefined of a text that takes too long
 */
export function renderApart(text: TextToRender): Promise<Rendered | undefined> {
  const rendered = last.then(() => rendering(text))
  last = rendered.catch(() => {})
  return rendered
}

async function rendering(text: TextToRender): Promise<Rendered | undefined> {
  clearTimeout(idle)
  // By the package's own name for it: what is bundled stands elsewhere than its source.
  thread ??= new Worker(createRequire(import.meta.url).resolve('#lib/server/markdown/render-thread.ts'))
  const worker = thread
  worker.ref()
  const tooLong = AbortSignal.timeout(LONGEST)
  try {
    const answer = once(worker, 'message', { signal: tooLong })
    worker.postMessage(text)
    const [rendered] = (await answer) as [Rendered]
    // The process may end meanwhile.
    worker.unref()
    idle = setTimeout(() => stop(worker), IDLE).unref()
    return rendered
  } catch (error) {
    stop(worker)
    if (tooLong.aborted) return undefined
    throw error
  }
}

function stop(worker: Worker): void {
  if (thread === worker) thread = undefined
  void worker.terminate()
}
