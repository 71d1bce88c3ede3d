import { setTimeout as pause } from 'node:timers/promises'
import type { Watch } from './watch.ts'

/** Milliseconds between two pages of a reader. */
const READING = 200

/** Reads pages as a browser does that has nothing yet: with all scripts and styles that they name. */
export async function readPages(watch: Watch, courseId: number, reading: () => boolean): Promise<void> {
  const pages = ['/', '/courses', `/courses/${courseId}`, '/search?q=course']
  while (reading()) {
    for (const page of pages) {
      const html = await textOf(watch, page)
      const parts = new Set(html.match(/\/_astro\/[\w.-]+\.(?:js|css)/g))
      await Promise.all([...parts].map((part) => textOf(watch, part)))
      await pause(READING)
    }
  }
}

async function textOf(watch: Watch, path: string): Promise<string> {
  const reply = await watch.request(path).catch(() => undefined)
  if (reply && reply.status !== 200 && reply.status < 500) watch.fail(`${reply.status} ${path.replace(/\d+/g, 'N')}`)
  return reply?.status === 200 ? reply.text() : ''
}
