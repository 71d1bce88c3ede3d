import net, { type Socket } from 'node:net'
import type { Server } from 'node:http'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { FAREWELL_MS, GRACE_MS, LINGER_MS } from './stopping.ts'

/** What a connection is at. */
interface Use {
  /** Requests on it that are not answered yet. */
  underWay: number
  /** Bytes that had come when the last answer was sent: what came since is the beginning of a request. */
  read: number
}

/** Turns of the event loop in which connections that the system holds ready are looked for. */
const TURNS = 100

/**
 * Lets a server stop without breaking off anybody: Node's own `close` ends kept connections at once, also those on which a
 * request is just on its way, and the asker sees a connection that was reset.
 * @returns stops the server; resolves when the last connection has ended
 */
export function partingOf(server: Server): () => Promise<void> {
  const uses = new Map<Socket, Use>()
  let taken = 0
  let parting = false
  const endIfIdle = (socket: Socket) => {
    const use = uses.get(socket)
    // Not destroyed: what is on its way here would be answered by a reset.
    if (use?.underWay === 0 && use.read === socket.bytesRead) socket.end()
  }
  server.on('connection', (socket) => {
    taken += 1
    uses.set(socket, { underWay: 0, read: 0 })
    socket.once('close', () => uses.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const use = uses.get(socket)
    if (!use) return
    use.underWay += 1
    response.once('close', () => {
      use.underWay -= 1
      use.read = socket.bytesRead
      if (parting) endIfIdle(socket)
    })
  })

  return async () => {
    await untilQuiet(() => taken)
    // Takes no more connections and leaves those that there are, other than the close of http.
    const closed = new Promise<void>((resolve) => net.Server.prototype.close.call(server, () => resolve()))
    const force = setTimeout(() => server.closeAllConnections(), LINGER_MS + GRACE_MS)
    const stay = async () => {
      await pause(LINGER_MS)
      parting = true
      for (const socket of uses.keys()) endIfIdle(socket)
      await pause(FAREWELL_MS)
      // Who still holds on has nothing under way, and does not listen.
      for (const socket of uses.keys()) if (socket.writableEnded) socket.destroy()
    }
    void stay()
    await closed
    clearTimeout(force)
  }
}

/** Waits until those who have connected are taken: the system resets whoever still waits when a server stops to listen. */
async function untilQuiet(taken: () => number): Promise<void> {
  for (let turns = 0; turns < TURNS; turns += 1) {
    const before = taken()
    await turn()
    if (taken() === before) return
  }
}
