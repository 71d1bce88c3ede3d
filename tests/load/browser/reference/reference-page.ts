import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { build } from 'vite'
import { Rows } from './rows.ts'

const SCRIPT = '/island.js'

/**
 * Serves a page that is the same for every release: one React island of 600 elements, drawn by the server, and no other
 * code. Times of the product's pages are given as multiples of this page's.
 */
export async function serveReferencePage(): Promise<{ url: string; stop: () => Promise<void> }> {
  const files = new Map([
    ['/', { type: 'text/html; charset=utf-8', bytes: brotliCompressSync(html()) }],
    [SCRIPT, { type: 'text/javascript; charset=utf-8', bytes: brotliCompressSync(await bundle()) }],
  ])
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url)
    if (!file) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br' }).end(file.bytes)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const html = () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference</title>
<link rel="icon" href="data:,">
<script type="module" src="${SCRIPT}"></script>
</head>
<body><h1>Reference</h1><main>${renderToString(createElement(Rows))}</main></body>
</html>`

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rolldownOptions: { input: `${import.meta.dirname}/island.ts` } },
  })
  const { output } = built as Exclude<typeof built, unknown[] | { close: unknown }>
  const [script] = output
  return script.code
}
