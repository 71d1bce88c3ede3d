import { renderMarkdown } from './markdown.ts'
import type { TextToRender } from './render-apart.ts'

/** The process that `renderApart` starts. Ends with the server. */
process.on('message', ({ text, media, how }: TextToRender) => {
  const resolveMedia = (path: string) => media.get(path) ?? `${path} is missing`
  process.send!(renderMarkdown(text, { ...how, resolveMedia }))
})
process.on('disconnect', () => process.exit())
