// The built server below `npm start`, which ends with what started it, however that ends.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { environment, exitCodeOf, fail, forwardSignals, projectNode, root } from './project.mjs'
import { serverEnvironment, serverFlags } from './server-flags.mjs'

/** How often npm is looked for. It has no channel to this process that would tell. */
const LOOK_MS = 500

/** Starts the server and ends this process with it. */
export function serve() {
  // The server notices by the channel when this process is gone (src/server/starter.ts).
  const server = spawn(projectNode, [...serverFlags, path.join(root, 'dist', 'server', 'entry.mjs')], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...environment, ...serverEnvironment, PADAVU_STARTER: 'channel' },
  })
  forwardSignals(server)
  server.once('error', fail)
  server.once('exit', (code, signal) => process.exit(exitCodeOf(code, signal)))
}

/**
 * Ends this process, as a signal would, when npm is killed, which then can pass on no signal. Whoever starts the script by
 * hand may leave it behind on purpose.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const npm = process.ppid
  const look = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS).unref()
}
