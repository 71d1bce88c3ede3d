import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { SECOND } from '#lib/both/time/clock.ts'

export interface Running {
  url: string
  pid: number
  /** Milliseconds from the start of the process until it listened. */
  startMs: number
  stop: () => Promise<void>
}

const POLL_MS = 5
const GIVE_UP = 60 * SECOND

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/**
 * Starts a Node program that listens on PORT, and waits until it answers at `path`. It logs as it does by default, to where
 * nobody reads it.
 * @param folder the working directory: a server finds the demo content in it
 */
export async function start(
  script: string[],
  env: Record<string, string>,
  path: string,
  folder = process.cwd(),
): Promise<Running> {
  const port = await freePort()
  const began = performance.now()
  const { LOG_LEVEL: _, ...inherited } = process.env
  const child = spawn(process.execPath, script, {
    cwd: folder,
    env: { ...inherited, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Whatever happens to this process, no server stays behind.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const url = `http://127.0.0.1:${port}`
  await answering(child, url + path)
  return { url, pid: child.pid!, startMs: performance.now() - began, stop: () => stop(child) }
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + GIVE_UP
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}`)
    const reply = await fetch(url).catch(() => undefined)
    if (reply?.ok) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`No answer from ${url}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Resident memory of a process and of those it has started, in megabytes. */
export function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return childrenOf(pid).reduce((sum, child) => sum + residentMb(child), Number(kb) / 1024)
}

/**
 * Processor time that a process and those it has started have taken, in milliseconds, those included that have ended;
 * Linux counts in hundredths of a second.
 */
export function processorMs(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + processorMs(child), ownProcessorMs(pid))
}

/** Processor time of a process alone, and of those it has started that have ended. */
export function ownProcessorMs(pid: number): number {
  const [user, system, usersOfEnded, systemsOfEnded] = statOf(pid).slice(11, 15).map(Number)
  return (user! + system! + usersOfEnded! + systemsOfEnded!) * 10
}

/** The process that started another. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[1])
}

/** What Linux tells of a process, from its state on: the name before it may have spaces. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
}

/** The processes that another has started, and that run. */
export function childrenOf(pid: number): number[] {
  const tasks = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return tasks.split(' ').filter(Boolean).map(Number)
}
