import net from 'node:net'
import type { AddressInfo } from 'node:net'

/** How long a machine may take to take a connection, in milliseconds. */
const PATIENCE = 1000

/**
 * One address that leads to whichever machine takes a connection: what a name with three addresses, or an address that
 * moves between machines, does for learners.
 */
export async function startDoor(fronts: string[]): Promise<{ url: string; close: () => void }> {
  let first = 0
  const open = new Set<net.Socket>()
  const server = net.createServer((from) => {
    open.add(from)
    from.on('error', () => {}).on('close', () => open.delete(from))
    const lead = (tries: number) => {
      if (tries === fronts.length || from.destroyed) return void from.destroy()
      const { hostname, port } = new URL(fronts[(first + tries) % fronts.length]!)
      const to = net.connect({ host: hostname, port: Number(port) })
      const next = () => {
        to.destroy()
        lead(tries + 1)
      }
      to.once('error', next)
      to.setTimeout(PATIENCE, next)
      to.once('connect', () => {
        // Whoever comes next goes to the one that has just answered.
        first = (first + tries) % fronts.length
        to.off('error', next).on('error', () => from.destroy())
        to.setTimeout(0)
        from.on('close', () => to.destroy())
        to.on('close', () => from.destroy())
        from.pipe(to)
        to.pipe(from)
      })
    }
    lead(0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
