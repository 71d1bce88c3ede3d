import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../scripts/fingerprint.mjs'
import { newerInPage } from '../support/browsers/newer-markup.ts'
import { newerInScript } from '../support/browsers/newer-scripts.ts'
import { newerInStyle } from '../support/browsers/newer-styles.ts'
import { demoFolder } from '../support/servers/demo-folder.ts'
import { startServer, type RunningServer } from '../support/servers/server.ts'

const assets = path.join(root, 'dist', 'client', '_astro')

const { folder, remove } = demoFolder()
let server: RunningServer
beforeAll(async () => {
  server = await startServer(folder)
})
afterAll(async () => {
  await server.stop('SIGKILL')
  remove()
})

/** Every page, with 1 for its numbers. */
const pages = globSync('src/pages/**/*.astro', { cwd: root }).map((file) =>
  file
    .replace(/^src\/pages|\.astro$/g, '')
    .replace(/\/index$/, '/')
    .replace(/\[[^\]]+\]/g, '1'),
)

const textOf = async (address: string) => (await fetch(server.url + address, { redirect: 'manual' })).text()

/** Features that the built site uses and the oldest browsers lack, each with its files and pages. */
async function newer(): Promise<Map<string, string[]>> {
  const users = new Map<string, string[]>()
  const note = (place: string, names: string[]) => {
    for (const name of names) users.set(name, [...(users.get(name) ?? []), place])
  }
  for (const file of readdirSync(assets)) {
    const text = () => readFileSync(path.join(assets, file), 'utf8')
    if (file.endsWith('.js')) note(file, newerInScript(text()))
    else if (file.endsWith('.css')) note(file, newerInStyle(text()))
  }
  for (const address of pages) note(address, newerInPage(await textOf(address)))
  for (const worker of ['/worker.js', '/exam/worker.js', '/push/worker.js'])
    note(worker, newerInScript(await textOf(worker)))
  const [, away = ''] = /\(self, (\{.*\})\)\s*$/.exec(await textOf('/worker.js')) ?? []
  note('the page without a network', newerInPage((JSON.parse(away) as { html: string }).html))
  return users
}

/** Permitted newer features, each with the fallback of the oldest browsers. */
const withFallback: Record<string, string> = {
  // Asked for before they are used.
  'navigator.userActivation': 'a page whose scripts were lost does not reload by itself (layouts/head/head-script.ts)',
  'navigator.connection': 'React asks for it',
  navigation: 'React asks for it',
  setImmediate: 'React and the player of Vimeo ask for it',
  requestIdleCallback: 'src/lib/browser/when-idle.ts asks for it',
  'window.requestIdleCallback': 'the starter of islands asks for it',
  '.getTransports': '@simplewebauthn/browser asks for it',
  '.getPublicKey': '@simplewebauthn/browser asks for it',
  '.getPublicKeyAlgorithm': '@simplewebauthn/browser asks for it',
  '.getAuthenticatorData': '@simplewebauthn/browser asks for it',
  // Made up for by a script.
  '<button command>': 'src/layouts/shell/shell.ts',
  '<button commandfor>': 'src/layouts/shell/shell.ts',
  '<dialog closedby>': 'src/layouts/shell/shell.ts, src/ui/Dialog.tsx',
  '<button popovertarget>': 'src/layouts/shell/popovers.ts',
  '<button popovertargetaction>': 'src/layouts/shell/popovers.ts',
  '<section popover>': 'src/layouts/shell/popovers.ts',
  '<div popover>': 'src/layouts/shell/popovers.ts',
  '.hidePopover': 'src/layouts/shell/popovers.ts',
  ':popover-open': '`data-open` (src/layouts/shell/popovers.ts)',
  'beforetoggle event': 'src/layouts/shell/popovers.ts sends it',
  'scrollend event': 'src/ui/Carousel.tsx looks now and then whether it still moves',
  'pushsubscriptionchange event': 'src/features/notifications/push.browser.ts checks the subscription at each visit',
  // Actions that neither touch nor mouse can perform there.
  'touchmove event': 'a Mac has no touch screen',
  'wheel event': 'iOS scrolls by touch',
  'beforeunload event': 'iOS asks nobody before a page goes',
  // Hints.
  '.keepalive': 'the request may be lost when the page goes',
  '.fetchPriority': 'the browser decides',
  'fetchPriority attribute': 'the browser decides',
  '<img fetchpriority>': 'the browser decides',
  '<link fetchpriority>': 'the browser decides',
  '<script fetchpriority>': 'the browser decides',
  'imageSizes attribute': 'React writes it',
  'imageSrcSet attribute': 'React writes it',
  'playsInline attribute': 'the video plays in full screen',
  'playsinline attribute': 'the video plays in full screen',
  'autoCapitalize attribute': 'the keyboard begins with a capital',
  '.movementX': 'uPlot: a fast pointer is not smoothed',
  '.movementY': 'uPlot: a fast pointer is not smoothed',
  'notificationclick event': 'a browser that knows it not has no notifications',
  '<details name>': 'several stand open at once',
  // Looks, without which nothing is lost.
  ':has': 'src/styles/base.css marks what has the focus; the page behind a dialog can be scrolled',
  ':dir': 'no page is in a script from right to left',
  ':open': 'an open select looks like one with the focus',
  '::picker': 'the system draws the list of a select',
  '::picker-icon': 'the system draws the arrow of a select',
  '::selection': 'the system colours what is selected',
  '@property': 'Tailwind sets the initial values itself where it is missing; nothing is animated by it',
  '@starting-style': 'what appears does so at once',
  '@page': 'the margins are those of the printer',
  size: 'the paper is that of the printer',
  'break-after: avoid': 'a heading may stand alone at the foot of a printed page',
  'backdrop-filter': 'compiled with its prefix',
  'box-decoration-break': 'compiled with its prefix',
  'mask-image': 'compiled with its prefix',
  'user-select': 'compiled with its prefix',
  'text-size-adjust': 'compiled with its prefix',
  'text-decoration: dotted': 'compiled with its prefix',
  'content-visibility': 'what is out of sight is drawn too',
  'cursor: none': 'fingers have no cursor',
  'cursor: not-allowed': 'fingers have no cursor',
  'cursor: pointer': 'fingers have no cursor',
  'cursor: progress': 'fingers have no cursor',
  'field-sizing': 'a field of text scrolls instead of growing',
  'font-family: ui-monospace': 'another font of the list',
  'forced-color-adjust': 'the system decides',
  'grid-template-rows: subgrid': 'tiles beside each other are aligned by themselves',
  'overflow-anchor': 'the browser decides what stays in place',
  resize: 'phones have no handle at a field of text',
  'scrollbar-gutter': 'the page moves aside when a scrollbar comes',
  'scrollbar-width': 'tabs show a scrollbar',
  'text-wrap': 'lines are less even',
  // Names of our own data, and of packages', that a newer interface has too.
  '.cssFloat': 'React',
  '.displayName': 'React',
  '.drop': 'our own',
  '.notification': 'our own',
  '.orient': 'uPlot',
  '.sync': 'uPlot',
  '.take': 'our own',
  'alpha attribute': 'uPlot',
  'capture attribute': 'an option of addEventListener',
  'is attribute': 'our own states',
  'watch attribute': 'our own',
}

describe('what is built', () => {
  test('uses nothing that the oldest browsers lack, except what has a fallback', async () => {
    const users = await newer()
    const unknown = [...users].filter(([name]) => !(name in withFallback))
    expect(Object.fromEntries(unknown)).toEqual({})
    expect(Object.keys(withFallback).filter((name) => !users.has(name))).toEqual([])
  })
})
