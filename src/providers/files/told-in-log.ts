import type { Logger } from 'pino'
import type { TellDamage } from './file-store.ts'

/** Tells the operator of damaged files, who has to bring them back: to learners they are not there. */
export function toldInLog(log: Logger): TellDamage {
  return (file) => log.error(file, 'file is damaged')
}
