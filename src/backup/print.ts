import { isoTime } from '#lib/both/time/clock.ts'
import type { Manifest } from './archive/manifest.ts'

/** `1 file`, `12,345 rows` */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
}

/** `52.4 MB` */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/** What a backup holds, in one line. */
export function describeManifest({ at, migrations, tables, entries }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  const bytes = entries.reduce((sum, { size }) => sum + size, 0)
  return [
    `data of ${isoTime(at)}`,
    `${counted(Object.keys(tables).length, 'table')} with ${counted(rows, 'row')} up to ${migrations.at(-1) ?? 'no migration'}`,
    `${counted(entries.length - 1, 'file')}`,
    megabytes(bytes),
  ].join(', ')
}
