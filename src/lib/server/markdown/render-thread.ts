import { parentPort } from 'node:worker_threads'
import { renderMarkdown } from './markdown.ts'
import type { TextToRender } from './render-apart.ts'

/** The thread of `renderApart`. */
parentPort!.on('message', ({ text, media, how }: TextToRender) => {
  const resolveMedia = (path: string) => media.get(path) ?? `${path} is missing`
  parentPort!.postMessage(renderMarkdown(text, { ...how, resolveMedia }))
})
