import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { programCommand, type Programs } from '../../../scripts/debian.mjs'
import { bareEnvironment, freePort } from '../../support/servers/server.ts'
import { until } from '../../support/until.ts'
import { type Driver, PATIENCE } from './driver.ts'

/** Key under which WebDriver returns an element. Source: https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

const MINI_BROWSER = 'webkit2gtk-4.1/MiniBrowser'

/** Starts WebKitGTK's MiniBrowser on a display of its own, through WebKitWebDriver (W3C WebDriver over HTTP). */
export async function startWebKit(found: Programs): Promise<Driver> {
  const port = await freePort()
  const display = await startDisplay(found)
  const environment = { ...bareEnvironment(), ...found.environment, DISPLAY: display.name, LIBGL_ALWAYS_SOFTWARE: '1' }
  const driver = launch(found, 'WebKitWebDriver', [`--port=${port}`], environment)
  const ask = async (path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`WebKitWebDriver, ${path}: ${JSON.stringify(value)}`)
    return value
  }
  await until('WebKitWebDriver answers', () => ask('/status').then(Boolean, () => false))
  const browser = { binary: found.programs[MINI_BROWSER], args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser, pageLoadStrategy: 'normal' } }
  const { sessionId } = (await ask('/session', { capabilities })) as { sessionId: string }
  const session = (path: string, body?: object, method?: string) => ask(`/session/${sessionId}${path}`, body, method)
  await session('/timeouts', { script: PATIENCE, pageLoad: PATIENCE })
  await session('/window/rect', { width: 1280, height: 860 })
  const execute = (source: string, args: unknown[]) =>
    session('/execute/sync', { script: `return (${source})(...arguments)`, args })
  return {
    open: async (url) => {
      // WebDriver reports a refused connection as an error; the page that a service worker shows then is loaded all the same.
      await session('/url', { url }).catch(() => undefined)
    },
    reload: async () => {
      await session('/refresh', {}).catch(() => undefined)
    },
    back: async () => {
      await session('/back', {})
    },
    evaluate: execute,
    click: async (source, args) => {
      const element = (await execute(source, args)) as Record<string, string>
      await session(`/element/${element[ELEMENT]}/click`, {})
    },
    press: async (text) => {
      const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
      await session('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    screenshot: async () => (await session('/screenshot')) as string,
    enterFrame: async (source) => {
      await session('/frame', { id: source ? await execute(source, []) : null })
    },
    inNewTab: async (use) => {
      const before = await session('/window')
      const { handle } = (await session('/window/new', { type: 'tab' })) as { handle: string }
      await session('/window', { handle })
      await use()
      await session('/window', undefined, 'DELETE')
      await session('/window', { handle: before })
    },
    close: async () => {
      await session('', undefined, 'DELETE').catch(() => undefined)
      await end(driver)
      await end(display.child)
    },
  }
}

async function startDisplay(found: Programs): Promise<{ name: string; child: ChildProcess }> {
  // The server chooses a free display and writes its number to descriptor 3.
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
  const child = launch(found, 'Xvfb', args, { ...bareEnvironment(), ...found.environment }, [
    'ignore',
    'ignore',
    'ignore',
    'pipe',
  ])
  const [number] = (await Promise.race([
    once(child.stdio[3]!, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('Xvfb ended'))),
  ])) as [Buffer]
  return { name: `:${String(number).trim()}`, child }
}

function launch(
  found: Programs,
  name: string,
  args: string[],
  env: Record<string, string>,
  // Warnings about services of a desktop that a test machine lacks are of no use.
  stdio: ('ignore' | 'pipe')[] = ['ignore', 'ignore', 'ignore'],
): ChildProcess {
  const [command, ...rest] = programCommand(found, name, args)
  const child = spawn(command!, rest, { env, stdio })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
