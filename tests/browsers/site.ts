import { randomInt } from 'node:crypto'
import net from 'node:net'
import { callsThrough } from '../support/api/calls.ts'
import { freePort, startServer, temporaryFolder } from '../support/servers/server.ts'
import { until } from '../support/until.ts'

/** The production server with the demo content, behind a door that can be closed: browsers then reach no server. */
export interface Site {
  url: string
  call: ReturnType<typeof callsThrough>
  /** @returns the newest code sent to an Indian phone that has so many digits and is not one of `used` */
  code: (phone: string, digits: number, used?: string[]) => Promise<string>
  closeDoor: () => Promise<void>
  openDoor: () => Promise<void>
  stop: () => Promise<void>
}

/** @returns an Indian phone number that no demo person has */
export const newPhone = (): string => String(randomInt(9_100_000_000, 10_000_000_000))

export async function startSite(): Promise<Site> {
  const { folder, remove } = temporaryFolder()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = await startServer(folder, { CONTENT: 'src/content/demo', OTP_SENDER: 'outbox', SITE_URL: url })
  const door = makeDoor(port, server.port)
  await door.open()
  // Past the door: the tests' own calls go on while browsers are offline.
  const ask = (path: string, init?: RequestInit) => fetch(server.url + path, init)
  return {
    url,
    call: callsThrough(ask),
    code: async (phone, digits, used = []) => {
      let code: string | undefined
      await until(`A code of ${digits} digits for ${phone}`, async () => {
        const { messages } = (await (await ask('/dev/outbox')).json()) as { messages: { to: string; code: string }[] }
        code = messages.find(
          (sent) => sent.to === `+91${phone}` && sent.code.length === digits && !used.includes(sent.code),
        )?.code
        return code !== undefined
      })
      return code!
    },
    closeDoor: door.close,
    openDoor: door.open,
    stop: async () => {
      await door.close()
      await server.stop()
      remove()
    },
  }
}

/** A TCP proxy. Closed, it refuses connections and has ended those that were open. */
function makeDoor(port: number, target: number) {
  const open = new Set<net.Socket>()
  let listener: net.Server | undefined
  return {
    open: async () => {
      if (listener) return
      listener = net.createServer((socket) => {
        const behind = net.connect(target, '127.0.0.1')
        for (const [one, other] of [
          [socket, behind],
          [behind, socket],
        ] as const) {
          open.add(one)
          one.pipe(other)
          one.on('error', () => other.destroy())
          one.on('close', () => {
            open.delete(one)
            other.destroy()
          })
        }
      })
      await new Promise<void>((resolve) => listener!.listen(port, resolve))
    },
    close: async () => {
      const closed = new Promise((resolve) => (listener ? listener.close(resolve) : resolve(undefined)))
      listener = undefined
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
