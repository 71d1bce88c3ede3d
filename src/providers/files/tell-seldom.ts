import { HOUR } from '#lib/both/time/clock.ts'
import type { TellDamage } from './file-store.ts'

/** Files that are remembered. */
const MOST = 10_000

/** Tells of each damaged file once an hour at most, however often it is asked for. */
export function tellSeldom(tell: TellDamage): TellDamage {
  const told = new Map<string, number>()
  return (file) => {
    const key = `${file.place}/${file.name}`
    if (Date.now() - (told.get(key) ?? 0) < HOUR) return
    told.delete(key)
    told.set(key, Date.now())
    if (told.size > MOST) told.delete(told.keys().next().value!)
    tell(file)
  }
}
