import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'

/** Writes two files that nobody of the product knows: one that somebody waits for, and one that nobody does. */
export function writeControls(folder: string, life: number): void {
  for (const name of ['awaited', 'unawaited']) {
    const file = openSync(path.join(folder, name), 'w')
    writeSync(file, String(life))
    if (name === 'awaited') fsyncSync(file)
    closeSync(file)
  }
}

/**
 * Looks for them after a cut.
 * @param below what is on the disk itself
 * @throws Error when the cut was none, or took what was synced
 */
export function checkControls(below: string, life: number): void {
  const [awaited, unawaited] = ['awaited', 'unawaited'].map((name) => readFileSync(path.join(below, name), 'utf8'))
  if (awaited !== String(life)) throw new Error('The disk has lost what was synced: its cuts prove nothing')
  if (unawaited !== '') throw new Error('The disk has kept what was not synced: its cuts cut nothing')
}
