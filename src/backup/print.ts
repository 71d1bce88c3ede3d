import { countedLarge } from '#lib/both/text/format.ts'
import { isoTime } from '#lib/both/time/clock.ts'
import type { Manifest } from './archive/manifest.ts'

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
    `${countedLarge(Object.keys(tables).length, 'table')} with ${countedLarge(rows, 'row')} up to ${migrations.at(-1) ?? 'no migration'}`,
    `${countedLarge(entries.length - 1, 'file')}`,
    megabytes(bytes),
  ].join(', ')
}
