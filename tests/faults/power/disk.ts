import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../../../scripts/project.mjs'
import { settingsOf, type Tear } from './tears.ts'

/** A folder on a disk that forgets, when its power is cut, what nobody waited for. */
export interface Disk {
  folder: string
  /** Where what is on the disk itself lies, under the same names. */
  below: string
  /** Gives it power. @param tears writes at which it fails by itself, with a part of them written */
  turnOn: (tears: Tear[]) => Promise<void>
  /** Cuts its power: what was not synced is gone. */
  turnOff: () => Promise<void>
  /** Whether it answers. */
  isOn: () => Promise<boolean>
  /** Settles when the power is gone, by `turnOff` or by a tear: then true. */
  failing: () => Promise<boolean>
  remove: () => Promise<void>
}

/** Waits so long for the disk to be there. */
const PATIENCE = 20_000

/** @param program LazyFS */
export function makeDisk(program: string): Disk {
  // LazyFS takes a path with '-o' in it, which the system may draw by lot behind a '-', for an option.
  const home = mkdtempSync(path.join(tmpdir(), 'padavu_power_'))
  // For the user whom PostgreSQL runs as.
  chmodSync(home, 0o755)
  const [folder, below, settings, log] = ['disk', 'below', 'settings.toml', 'log'].map((name) => path.join(home, name))
  for (const made of [folder, below]) mkdirSync(made!)
  let running: ChildProcess | undefined
  let failed: Promise<boolean> = Promise.resolve(false)

  const isMounted = () => {
    try {
      return statSync(folder!).dev !== statSync(home).dev
    } catch {
      // Mounted, and nobody behind it.
      return true
    }
  }

  const release = () => spawnSync('umount', ['--lazy', folder!], { encoding: 'utf8' })

  const turnOn = async (tears: Tear[]) => {
    writeFileSync(settings!, settingsOf({ fifo: path.join(home, 'commands'), tears, below: below! }))
    const printed = openSync(log!, 'w')
    const options = ['-f', '-s', '-o', `allow_other,fsname=lazyfs,modules=subdir,subdir=${below}`]
    // One thread, since LazyFS looks into its tables without a lock here and there.
    const started = spawn(program, [folder!, '--config-path', settings!, ...options], {
      cwd: home,
      stdio: ['ignore', printed, printed],
    })
    closeSync(printed)
    // Whatever happens to the run, nothing stays mounted.
    const end = () => {
      started.kill('SIGKILL')
      release()
    }
    process.once('exit', end)
    running = started
    let isOver = false
    failed = new Promise((resolve) => {
      const over = () => {
        isOver = true
        process.off('exit', end)
        resolve(running === started)
      }
      started.once('exit', over).once('error', over)
    })
    const late = Date.now() + PATIENCE
    while (!isMounted()) {
      if (isOver || Date.now() > late)
        throw new Refusal(`The disk that forgets does not start.\n${readFileSync(log!, 'utf8').slice(-1000)}`)
      await pause(10)
    }
  }

  const turnOff = async () => {
    const gone = failed
    const ending = running
    running = undefined
    ending?.kill('SIGKILL')
    await gone
    if (!ending || !isMounted()) return
    const { status, stderr } = release()
    if (status !== 0) throw new Error(`The disk cannot be let go.\n${stderr}`)
  }

  return {
    folder: folder!,
    below: below!,
    turnOn,
    turnOff,
    isOn: () =>
      stat(folder!).then(
        () => running !== undefined,
        () => false,
      ),
    failing: () => failed,
    remove: async () => {
      await turnOff()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
