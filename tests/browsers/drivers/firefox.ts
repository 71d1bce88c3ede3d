import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { programCommand, type Programs } from '../../../scripts/debian.mjs'
import { bareEnvironment, temporaryFolder } from '../../support/servers/server.ts'
import type { Driver } from './driver.ts'

/** Preferences that keep Firefox from asking its maker's services, and from asking the user. */
const preferences = {
  'app.normandy.enabled': false,
  'app.update.auto': false,
  'browser.aboutwelcome.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.region.network.url': '',
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.push.connection.enabled': false,
  'extensions.update.enabled': false,
  'media.autoplay.default': 0,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.active-protocols': 1,
  'services.settings.server': 'http://127.0.0.1:9/',
  'toolkit.telemetry.enabled': false,
}

interface Answer {
  id: number
  type: 'success' | 'error'
  result?: unknown
  message?: string
}

type Remote = { type: string; value?: unknown; sharedId?: string }

/** Starts Firefox without a window, through WebDriver BiDi over a WebSocket. */
export async function startFirefox(found: Programs): Promise<Driver> {
  const { folder, remove } = temporaryFolder()
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(path.join(folder, 'user.js'), lines.join('\n'))
  const args = [
    '--headless',
    '--no-remote',
    '--width=1280',
    '--height=860',
    '--remote-debugging-port=0',
    '--profile',
    folder,
  ]
  const [command, ...rest] = programCommand(found, 'firefox-esr', args)
  const env = { ...bareEnvironment(), ...found.environment, HOME: folder, MOZ_CRASHREPORTER_DISABLE: '1' }
  const child = spawn(command!, rest, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const { ask, socket } = await connect(await addressOf(child.stderr))
  await ask('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } } })
  const { contexts } = (await ask('browsingContext.getTree', {})) as { contexts: { context: string }[] }
  let tab = contexts[0]!.context
  /** The tab, or a frame of its page. */
  let context = tab

  const evaluate = async (source: string, given: unknown[]): Promise<Remote> => {
    const answer = (await ask('script.callFunction', {
      functionDeclaration: `async (given) => { const value = await (${source})(...JSON.parse(given)); return value instanceof Node || value instanceof Window || value === value?.window ? value : JSON.stringify(value) }`,
      arguments: [{ type: 'string', value: JSON.stringify(given) }],
      awaitPromise: true,
      target: { context },
    })) as { type: string; result: Remote; exceptionDetails?: { text: string } }
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails!.text)
    return answer.result
  }
  const act = (actions: object[]) => ask('input.performActions', { context, actions })
  return {
    open: async (url) => {
      // BiDi reports a refused connection as an error.
      await ask('browsingContext.navigate', { context, url, wait: 'complete' }).catch(() => undefined)
    },
    reload: async () => {
      await ask('browsingContext.reload', { context, wait: 'complete' }).catch(() => undefined)
    },
    back: async () => {
      await ask('browsingContext.traverseHistory', { context, delta: -1 })
    },
    evaluate: async (source, given) => {
      const { type, value } = await evaluate(source, given)
      return type === 'string' ? JSON.parse(value as string) : undefined
    },
    click: async (source, given) => {
      const { sharedId } = await evaluate(source, given)
      await ask('script.callFunction', {
        functionDeclaration: "(element) => element.scrollIntoView({ block: 'center', behavior: 'instant' })",
        arguments: [{ sharedId }],
        awaitPromise: false,
        target: { context },
      })
      const origin = { type: 'element', element: { sharedId } }
      const move = { type: 'pointerMove', x: 0, y: 0, origin }
      const buttons = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }))
      await act([{ type: 'pointer', id: 'mouse', actions: [move, ...buttons] }])
    },
    press: async (text) => {
      const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
      await act([{ type: 'key', id: 'keyboard', actions }])
    },
    screenshot: async () => ((await ask('browsingContext.captureScreenshot', { context })) as { data: string }).data,
    enterFrame: async (source) => {
      context = tab
      if (!source) return
      const frame = await evaluate(`() => (${source})().contentWindow`, [])
      context = (frame.value as { context: string }).context
    },
    inNewTab: async (use) => {
      const before = tab
      const made = (await ask('browsingContext.create', { type: 'tab' })) as { context: string }
      tab = context = made.context
      await use()
      await ask('browsingContext.close', { context: tab })
      tab = context = before
      await ask('browsingContext.activate', { context })
    },
    close: async () => {
      const ended = once(child, 'exit')
      socket.close()
      child.kill()
      await ended
      remove()
    },
  }
}

/** Reads the address of the BiDi server from what Firefox prints. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  const printed: string[] = []
  for await (const line of createInterface(output)) {
    printed.push(line)
    const [, address] = /^WebDriver BiDi listening on (ws:\S+)$/.exec(line) ?? []
    if (address) {
      output.resume()
      return address
    }
  }
  throw new Error(`Firefox ended.\n${printed.join('\n')}`)
}

async function connect(address: string) {
  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`Firefox refuses ${address}`))
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.type === 'error') asked?.reject(new Error(`Firefox: ${answer.message}`))
    else asked?.resolve(answer.result)
  }
  let count = 0
  const ask = (method: string, params: object): Promise<unknown> => {
    const id = (count += 1)
    const answer = Promise.withResolvers<unknown>()
    waiting.set(id, answer)
    socket.send(JSON.stringify({ id, method, params }))
    return answer.promise
  }
  return { ask, socket }
}
