import { readFileSync } from 'node:fs'
import { hostname, uptime } from 'node:os'

/** The clocks of a machine, in milliseconds. */
export interface Machine {
  /** Since 1970, as the machine believes; may be set by anybody at any moment. */
  wall: () => number
  /** Counts evenly whatever the wall clock does, and stands still while the machine sleeps. */
  steady: () => number
  /** Counts on while the machine sleeps; to about a second. */
  uptime: () => number
  /** Names this start of the machine; undefined where it has no name for that. */
  boot: string | undefined
}

/** The machine that this process runs on. */
export const thisMachine: Machine = {
  wall: Date.now,
  steady: () => performance.now(),
  uptime: () => uptime() * 1000,
  boot: bootName(),
}

/** Linux has a name for each start of the machine. Containers share it, and some count an uptime of their own. */
function bootName(): string | undefined {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${hostname()}`
  } catch {
    return undefined
  }
}
