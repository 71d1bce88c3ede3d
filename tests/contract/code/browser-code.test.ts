import path from 'node:path'
import { build, createServer, type Plugin } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { browserCode } from '../../../scripts/browser-code.mjs'

const src = path.resolve('src')

/** Files that are never written to disk, by their paths below src. */
function filesOf(files: Record<string, string>): Plugin {
  return {
    name: 'files',
    resolveId(source, importer) {
      const file = source.startsWith('#') ? path.join(src, source.slice(1)) : path.resolve(importer ?? '', '..', source)
      return path.relative(src, file) in files ? file : undefined
    },
    load: (id) => files[path.relative(src, id)],
  }
}

const entry = 'features/support/ui/Entry.tsx'

/** Builds an island as the site is built. @returns the code for browsers @throws with what is wrong */
async function built(files: Record<string, string>): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: path.join(src, entry), preserveEntrySignatures: 'strict' } },
    plugins: [browserCode(), filesOf(files)],
  })
  if (!('output' in result)) throw new Error('Nothing was built')
  return result.output.map((each) => ('code' in each ? each.code : '')).join('\n')
}

const pieces = {
  [entry]: "import { worded } from '../support-words.browser.ts'\nexport const shown = worded('open')",
  'features/support/support-words.browser.ts':
    "import { rule } from './support-words.rules.ts'\nexport const worded = (word: string) => rule(word)",
}
const rules = (code: string) => ({ ...pieces, 'features/support/support-words.rules.ts': code })
const way = `src/${entry} -> src/features/support/support-words.browser.ts -> src/features/support/support-words.rules.ts`

describe('a build', () => {
  test('of an island that reaches code of the server by a long way fails, and names the way', async () => {
    const files = {
      ...rules("import { kept } from './server/kept.ts'\nexport const rule = (word: string) => kept + word"),
      'features/support/server/kept.ts': "export const kept = 'secret'",
    }
    await expect(built(files)).rejects.toThrow(`(feature-server): ${way} -> src/features/support/server/kept.ts`)
  })

  test('fails also where that is loaded later', async () => {
    const files = {
      ...rules("export const rule = (word: string) => [word, import('#db/kept.ts')]"),
      'db/kept.ts': "export const kept = 'secret'",
    }
    await expect(built(files)).rejects.toThrow(`(db): ${way} -> src/db/kept.ts`)
  })

  test.each(['kysely', 'hono/http-exception', '@hono/node-server', 'node:fs', 'crypto'])(
    'of an island that reaches %s fails, and names the way',
    async (source) => {
      const files = rules(`import * as all from '${source}'\nexport const rule = (word: string) => [word, all]`)
      await expect(built(files)).rejects.toThrow(`${way} -> ${source}`)
    },
  )

  test('of an island with the code of browsers alone is made, types of the server included', async () => {
    const code = await built({
      ...rules("import type { Kept } from './server/kept.ts'\nexport const rule = (word: Kept) => `It is ${word}`"),
      'features/support/server/kept.ts': "export type Kept = string\nexport const kept = 'secret'",
    })
    expect(code).toContain('It is ')
    expect(code).not.toContain('secret')
  })
})

describe('the development server', () => {
  /** Asks for a module by its address, as a browser does. @returns the file that answers */
  async function asked(address: string) {
    const server = await createServer({
      configFile: false,
      logLevel: 'silent',
      server: { middlewareMode: true, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
      plugins: [browserCode()],
    })
    onTestFinished(() => server.close())
    return (await server.environments.client.pluginContainer.resolveId(address))?.id
  }

  test.each(['script&index=0&lang.ts', 'style&index=0&lang.css'])(
    'serves the part of a page with type=%s',
    async (part) => {
      const address = `/src/pages/courses/[id].astro?astro&type=${part}`
      expect(await asked(address)).toBe(path.resolve(`.${address}`))
    },
  )

  test.each([
    ['page', '/src/pages/courses/[id].astro'],
    ['page', '/src/pages/courses/[id].astro?astro&type=frontmatter'],
    ['db', '/src/db/open.ts'],
    ['db', '/src/db/open.ts?astro&type=script&index=0&lang.ts'],
  ])('refuses code of the server (%s): %s', async (place, address) => {
    await expect(asked(address)).rejects.toThrow(`This is no code for a browser (${place})`)
  })
})
