import { SECOND } from '#lib/both/time/clock.ts'
import { Wire } from '../requests/wire.ts'

/** As the exam's page: what takes longer counts as unanswered. */
const PATIENCE = 10 * SECOND

export interface Reply {
  /** 0: the connection broke, or nothing came in time. */
  status: number
  /** All of it as it came; `jsonOf` reads it. */
  bytes: Buffer
}

interface Line {
  wire: Wire
  since: number
}

/**
 * Kept connections to a server, as the proxy has them that ends TLS for everybody: whoever asks takes one that is free and
 * gives it back, and waits where all are taken.
 */
export class Connections {
  readonly #free: Line[] = []
  readonly #busy = new Set<Line>()
  readonly #waiting: ((line: Line) => void)[] = []
  readonly #watch: NodeJS.Timeout
  readonly #make: () => Wire
  readonly #most: number
  /** Requests that were sent once more because the server had just given the connection up. */
  again = 0

  constructor(front: string, most: number) {
    const { hostname, port } = new URL(front)
    this.#make = () => new Wire(hostname, Number(port))
    this.#most = most
    this.#watch = setInterval(() => this.#endLate(), SECOND)
  }

  async ask(request: Buffer): Promise<Reply> {
    const line = await this.#take()
    try {
      const reply = await this.#send(line.wire, request)
      // A kept connection may just have been given up: browsers and proxies then ask once more, on a new one.
      const stale = reply.status === 0 && reply.bytes.length === 0 && performance.now() - line.since < PATIENCE
      if (!stale) return reply
      this.again += 1
      return await this.#send(line.wire, request)
    } finally {
      this.#give(line)
    }
  }

  close(): void {
    clearInterval(this.#watch)
    for (const { wire } of [...this.#free, ...this.#busy]) wire.close()
  }

  async #send(wire: Wire, request: Buffer): Promise<Reply> {
    const status = await wire.ask(request).catch(() => 0)
    return { status, bytes: wire.heard }
  }

  #take(): Promise<Line> | Line {
    // The one that was used last: those that are not needed are closed by the server in time.
    const line = this.#free.pop() ?? (this.#busy.size < this.#most ? { wire: this.#make(), since: 0 } : undefined)
    return line ? this.#use(line) : new Promise((resolve) => this.#waiting.push((given) => resolve(this.#use(given))))
  }

  #use(line: Line): Line {
    line.since = performance.now()
    this.#busy.add(line)
    return line
  }

  #give(line: Line): void {
    this.#busy.delete(line)
    const next = this.#waiting.shift()
    if (next) next(line)
    else this.#free.push(line)
  }

  #endLate(): void {
    const late = performance.now() - PATIENCE
    for (const { wire, since } of this.#busy) if (since < late) wire.close()
  }
}
