import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '#lib/both/time/clock.ts'

/** How long the slowest step of what runs elsewhere may take on a machine that has other things to do. */
const PATIENCE = 120 * SECOND

/**
 * Waits for what other processes bring about.
 * @param instead tells what is so
 * @throws Error when it does not come to be
 */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  instead: () => Promise<string> = async () => '',
): Promise<void> {
  const late = Date.now() + PATIENCE
  while (!(await isSo())) {
    if (Date.now() > late) throw new Error(`This does not come to be: ${what} ${await instead()}`)
    await pause(100)
  }
}
