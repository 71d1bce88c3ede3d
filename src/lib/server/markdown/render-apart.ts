import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { SECOND } from '../../both/time/clock.ts'
import type { MarkdownOptions, MediaAddress, Rendered } from './markdown.ts'
import { RenderQueue } from './render-queue.ts'

/** A text to be rendered, in a form that processes send each other. */
export interface TextToRender {
  text: string
  media: ReadonlyMap<string, MediaAddress>
  how: Pick<MarkdownOptions, 'inline' | 'breaks' | 'mathml'>
}

/** Caller who waits for a rendered text: the member, and a signal that is aborted when they disconnect. */
export interface Waiter {
  member: number
  signal: AbortSignal
}

/** The longest text of formulas takes two seconds on a quiet machine. */
const MAX_RENDER_MS = 25 * SECOND

/** Megabytes of the renderer's heap. */
const MAX_HEAP_MB = 256

/** The renderer is kept for so long with the libraries that it has loaded. */
const MAX_IDLE_MS = 60 * SECOND

let renderer: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined
const queue = new RenderQueue()

/**
 * Renders a text as `renderMarkdown` does, in a child process. A long text with many formulas takes seconds, which would
 * block the server's event loop, and a worker thread that runs out of memory can end the whole server. Renders one text at a
 * time; members of the staff take turns (RenderQueue). A child process that died is replaced for the next text.
 * @param prepare looks up what the text names, once the text has its turn
 * @returns undefined for a text that takes too much time or memory
 * @throws ApiError 503 where too many texts wait, 408 where the caller has disconnected
 */
export function renderApart(
  prepare: () => Promise<TextToRender>,
  { member, signal }: Waiter,
): Promise<Rendered | undefined> {
  return queue.run(member, signal, async () => render(await prepare(), signal))
}

async function render(text: TextToRender, left: AbortSignal): Promise<Rendered | undefined> {
  clearTimeout(idle)
  const child = (renderer ??= startRenderer())
  hold(child, true)
  const tooLong = AbortSignal.timeout(MAX_RENDER_MS)
  const ended = new AbortController()
  const onExit = (_: unknown, signal: NodeJS.Signals | null) => ended.abort(signal ?? 'failed')
  child.once('exit', onExit)
  try {
    const answer = once(child, 'message', { signal: AbortSignal.any([tooLong, left, ended.signal]) })
    child.send(text)
    const [rendered] = (await answer) as [Rendered]
    idle = setTimeout(() => stop(child), MAX_IDLE_MS).unref()
    return rendered
  } catch (error) {
    stop(child)
    // V8 ends a process by a signal when its heap is full, the system when memory is.
    const killed = ended.signal.aborted && ended.signal.reason !== 'failed'
    if (tooLong.aborted || killed) return undefined
    throw error
  } finally {
    child.off('exit', onExit)
    hold(child, false)
  }
}

function startRenderer(): ChildProcess {
  // By the package's own name for it: what is bundled stands elsewhere than its source.
  const child = fork(createRequire(import.meta.url).resolve('#lib/server/markdown/render-process.ts'), {
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // An error without a listener would end the server.
  child.on('error', () => {})
  child.on('exit', () => {
    if (renderer === child) renderer = undefined
  })
  return child
}

/** Keeps the server process alive only while a text is rendered. */
function hold(child: ChildProcess, held: boolean): void {
  const verb = held ? 'ref' : 'unref'
  child[verb]()
  child.channel?.[verb]()
}

function stop(child: ChildProcess): void {
  if (renderer === child) renderer = undefined
  child.kill('SIGKILL')
}
