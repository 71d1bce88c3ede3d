import { readFile } from 'node:fs/promises'
import { countedLarge } from '#lib/both/text/format.ts'
import { DataError } from '../data-error.ts'
import { countData, type Counts } from './count.ts'

/**
 * Counts all data, and says what there is: a line for each count, the same lines for the same data.
 * @param form `json` for programs and for later comparison; `compare`, a file that was written so, with which all must agree
 * @throws DataError with a line for each count that differs, or as `countData`
 */
export async function reportCounts(
  where: Parameters<typeof countData>[0],
  { json, compare }: { json: boolean; compare: string | undefined },
): Promise<string[]> {
  const noted = compare === undefined ? undefined : await readCounts(compare)
  const counts = await countData(where)
  if (!noted) return json ? [JSON.stringify(counts, null, 2)] : describe(counts)
  const told = differencesOf(counts, noted, compare!)
  if (told.length > 0) throw new DataError([...told, countedLarge(told.length, 'difference')].join('\n'))
  return [`${countedLarge(Object.keys(counts).length, 'count')}, all as in ${compare}`]
}

/** @throws DataError when it is no file of counts */
async function readCounts(file: string): Promise<Counts> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new DataError(`${file} cannot be read: ${error.message}`)
  })
  const isCount = (value: unknown) => typeof value === 'number' || typeof value === 'string'
  try {
    const read: unknown = JSON.parse(text)
    if (read !== null && typeof read === 'object' && !Array.isArray(read) && Object.values(read).every(isCount))
      return read as Counts
  } catch {
    // Said below.
  }
  throw new DataError(`${file} is not what npm run -s data -- count --json writes`)
}

function differencesOf(here: Counts, noted: Counts, file: string): string[] {
  const keys = [...Object.keys(noted), ...Object.keys(here).filter((key) => !Object.hasOwn(noted, key))]
  return keys
    .filter((key) => here[key] !== noted[key])
    .map((key) => `${key}: ${here[key] ?? 'none'} here, ${noted[key] ?? 'none'} in ${file}`)
}

function describe(counts: Counts): string[] {
  const width = Math.max(...Object.keys(counts).map((key) => key.length))
  return Object.entries(counts).map(([key, value]) => `${key.padEnd(width)}  ${value}`)
}
