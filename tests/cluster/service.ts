import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '#lib/both/time/clock.ts'

/** A program that is started again when it ends, as systemd does with what deploy/ describes. */
export interface Service {
  name: string
  /** Where what it prints is kept. */
  log: string
  /** Its process; undefined while there is none. */
  pid: () => number | undefined
  /** Ends it with all that it has started, without a word. It comes again by itself unless `down` keeps it away. */
  kill: () => void
  /** Keeps it away from now on. */
  down: () => void
  /** Lets it come again. */
  up: () => void
  /** Lets all its processes stand still, so that they believe afterwards that no time has passed. */
  freeze: () => void
  thaw: () => void
  /** How often it has ended by itself, or lost a process of its own. */
  ended: () => number
}

export interface Program {
  name: string
  command: string[]
  env: Record<string, string>
  cwd: string
  log: string
  /** What belongs to it and is no descendant. */
  others?: () => number[]
}

/** As systemd's RestartSec. */
const AGAIN = SECOND

/** Starts a program and looks after it until `down`. */
export function startService({ name, command, env, cwd, log, others = () => [] }: Program): Service {
  let child: ChildProcess | undefined
  let wanted = true
  let killed = false
  let ended = 0
  const start = () => {
    const [program, ...args] = command
    const output = openSync(log, 'a')
    const started = spawn(program!, args, { env, cwd, stdio: ['ignore', output, output] })
    closeSync(output)
    child = started
    killed = false
    const gone = () => {
      if (child !== started) return
      child = undefined
      if (!killed) ended += 1
      if (wanted) void pause(AGAIN, undefined, { ref: false }).then(() => wanted && !child && start())
    }
    started.once('exit', gone)
    started.once('error', gone)
  }
  const all = () => [...(child?.pid ? [child.pid] : []), ...others()].flatMap(withDescendants)
  const tell = (signal: NodeJS.Signals) => {
    for (const pid of all()) signalTo(pid, signal)
  }
  start()
  return {
    name,
    log,
    pid: () => child?.pid,
    kill: () => {
      killed = true
      tell('SIGKILL')
    },
    down: () => {
      wanted = false
    },
    up: () => {
      wanted = true
      if (!child) start()
    },
    freeze: () => tell('SIGSTOP'),
    thaw: () => tell('SIGCONT'),
    ended: () => ended + (readFileSync(log, 'utf8').match(/"a process ended, another is started"/g)?.length ?? 0),
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

/** A process and all that it has started, parents first. */
function withDescendants(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const parent = parentOf(entry)
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(entry)])
  }
  const found = [pid]
  for (const one of found) found.push(...(children.get(one) ?? []))
  return found
}

function parentOf(pid: string): number | undefined {
  try {
    // The name in brackets may hold anything.
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    return undefined
  }
}
