import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startServer, temporaryFolder } from './server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data of a server that has imported the demo's content, which takes it longer than all else of its start. */
    demoSite: string
  }
}

/**
 * Makes, before the first test, what servers share: the folder in which Node keeps what it has compiled, and a site with the
 * demo's content. Both are gone after the last test.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const { folder, remove } = temporaryFolder()
  process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled')
  const demoSite = path.join(folder, 'demo')
  await (await startServer(demoSite, { CONTENT: 'src/content/demo' })).stop()
  project.provide('demoSite', demoSite)
  return () => {
    delete process.env.NODE_COMPILE_CACHE
    remove()
  }
}
