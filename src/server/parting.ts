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

/** How a server takes leave of those who are connected to it. */
export interface Parting {
  /** Tells whoever is answered from now on that the connection ends, or no longer tells so. */
  letGo: (tells: boolean) => void
  /**
   * Takes no more connections; resolves when the last one has ended.
   * @param portGivenUp resolves when no other process takes connections on this port either
   */
  part: (portGivenUp?: () => Promise<void>) => Promise<void>
}

/**
 * Lets a server stop without breaking off anybody: Node's own `close` ends kept connections at once, also those on which a
 * request is just on its way, and the asker sees a connection that was reset.
 */
export function partingOf(server: Server): Parting {
  const uses = new Map<Socket, Use>()
  let taken = 0
  let lettingGo = false
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
  // Before the answer is made.
  server.prependListener('request', ({ socket }, response) => {
    if (lettingGo) response.setHeader('connection', 'close')
    const use = uses.get(socket)
    if (!use) return
    use.underWay += 1
    response.once('close', () => {
      use.underWay -= 1
      use.read = socket.bytesRead
      if (parting) endIfIdle(socket)
    })
  })

  const part = async (portGivenUp = async () => {}) => {
    await untilQuiet(() => taken)
    // Takes no more connections and leaves those that there are, other than the close of http.
    const closed = new Promise<void>((resolve) => net.Server.prototype.close.call(server, () => resolve()))
    await portGivenUp()
    // Not before: whoever is told to go connects anew, and would be in the system's queue just now.
    lettingGo = true
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
  const letGo = (tells: boolean) => {
    lettingGo = tells
  }
  return { letGo, part }
}

/** Waits until those who have connected are taken: the system resets whoever still waits when a server stops to listen. */
async function untilQuiet(taken: () => number): Promise<void> {
  for (let turns = 0; turns < TURNS; turns += 1) {
    const before = taken()
    await turn()
    if (taken() === before) return
  }
}
