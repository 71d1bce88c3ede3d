import { saveFile } from '../device/save-file.ts'

/** Parts that a file may have: beyond them it is the wrong way to ask. */
const MOST_PARTS = 1000

/**
 * Asks for a file part by part and hands it to the browser, whole.
 * @param part asks for the part that begins at a place, as the part before told; the first without
 * @throws as the call: nothing is saved then
 */
export async function downloadCsv<Place extends number | string>(
  name: string,
  part: (after: Place | undefined) => Promise<{ csv: string; next: Place | null }>,
): Promise<void> {
  let text = ''
  let after: Place | undefined
  for (let parts = 0; parts < MOST_PARTS; parts += 1) {
    const { csv, next } = await part(after)
    text += csv
    if (next === null) break
    after = next
  }
  saveFile(text, { name, type: 'text/csv' })
}
