// @ts-check
import { pathToFileURL } from 'node:url'
import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import icon from 'astro-icon'
import { defineConfig } from 'astro/config'
import { brokenCode } from './scripts/broken-code.mjs'
import { browserCode } from './scripts/browser-code.mjs'
import { browserTargets, cssFeaturesToKeep, targets } from './scripts/browser-targets.mjs'
import { chunks } from './scripts/chunks.mjs'
import { sourcesPrint } from './scripts/fingerprint.mjs'
import { loadLater } from './scripts/load-later.mjs'
import { lucide } from './scripts/lucide.mjs'
import { pageCopies, withoutCopy } from './scripts/page-copies.mjs'

/**
 * @astrojs/node builds the pages; our own src/server.ts serves them together with the API, because the adapter's own
 * server answers an order of magnitude fewer requests a second (docs/decisions/0002-http.md).
 * @returns {import('astro').AstroIntegration}
 */
function padavuServer() {
  const adapter = node({ mode: 'middleware' })
  const configDone = adapter.hooks['astro:config:done']
  return {
    ...adapter,
    hooks: {
      ...adapter.hooks,
      'astro:config:done': (options) =>
        configDone?.({
          ...options,
          setAdapter: (found) =>
            options.setAdapter({ ...found, serverEntrypoint: new URL('./src/server.ts', import.meta.url) }),
        }),
    },
  }
}

/**
 * In a browser nothing is parsed by a contract's schemas: a call needs its method, path and kind of body alone. So the
 * built site gets contracts as data, without schemas and their library (docs/decisions/0011-no-schemas-in-browsers.md).
 * @returns {import('vite').Plugin}
 */
function contractsAsData() {
  return {
    name: 'contracts-as-data',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: async (id) => {
      const file = withoutCopy(id)
      if (!file.endsWith('.contract.ts')) return undefined
      /** @type {Record<string, any>} */
      const contract = await import(pathToFileURL(file).href)
      const lines = Object.entries(contract).map(([name, value]) => {
        // A schema; only other contracts use it.
        if (value?._zod) return ''
        const { method, path, service, bodyKind, creates, access, roles, reply } = value
        // Few calls create something, and of those of staff alone it is told whose they are; the others need no word of it.
        const told = { creates: creates || undefined, roles: access === 'staff' ? roles : undefined }
        const data = reply ? { method, path, service, bodyKind, ...told } : value
        return `export const ${name} = ${JSON.stringify(data)}`
      })
      return lines.join('\n')
    },
  }
}

/**
 * Tells the built server which release it is (src/core/site/release.ts).
 * @returns {import('vite').Plugin}
 */
function releaseAsConstant() {
  return {
    name: 'release-as-constant',
    apply: 'build',
    config: () => ({ define: { __RELEASE__: JSON.stringify(sourcesPrint().slice(0, 10)) } }),
  }
}

export default defineConfig({
  output: 'server',
  adapter: padavuServer(),
  integrations: [react(), icon()],
  session: false,
  trailingSlash: 'never',
  devToolbar: { enabled: false },
  server: { port: Number(process.env.PORT ?? 4321) },
  security: {
    checkOrigin: false,
    // Astro counts the hashes of what it writes into pages; src/middleware.ts makes the policy with them.
    csp: true,
  },
  // Nothing here is source code to read, and its colours would be inline styles.
  markdown: { syntaxHighlight: false },
  // The policy above takes fonts from files only; small ones would become data: addresses.
  vite: {
    plugins: [
      brokenCode(),
      pageCopies(),
      browserCode(),
      browserTargets(),
      tailwindcss(),
      lucide(),
      loadLater(),
      contractsAsData(),
      releaseAsConstant(),
      chunks(),
    ],
    css: { lightningcss: { exclude: cssFeaturesToKeep } },
    // Builds and data change beside the development server.
    server: { watch: { ignored: ['**/.cache/**', '**/.data/**'] } },
    build: { cssTarget: targets, assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined) },
  },
})
