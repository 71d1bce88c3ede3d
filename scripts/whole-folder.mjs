// Folders of downloads and of what is built from them, kept for later runs.
import fs from 'node:fs'
import path from 'node:path'

/** Age in ms from which an unfinished folder counts as left by a run that was killed: no download takes a day. */
const MAX_UNFINISHED_MS = 24 * 3600 * 1000

/**
 * Makes a folder unless it is there. It gets its name when it is complete: a run that is killed leaves none.
 * @param {string} folder readable by all users, as its parents: databases run as other users
 * @param {(unfinished: string) => Promise<unknown>} fill writes to an empty folder, new for each run, which is removed
 *   when `fill` throws
 */
export async function makeWhole(folder, fill) {
  if (fs.existsSync(folder)) return
  fs.mkdirSync(path.dirname(folder), { recursive: true, mode: 0o755 })
  removeUnfinished(folder)
  const unfinished = fs.mkdtempSync(`${folder}.`)
  try {
    fs.chmodSync(unfinished, 0o755)
    await fill(unfinished)
    fs.renameSync(unfinished, folder)
  } catch (error) {
    // Another run may have been faster: a folder with files is not replaced.
    if (!fs.existsSync(folder)) throw error
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true })
  }
}

/** @param {string} folder */
function removeUnfinished(folder) {
  const parent = path.dirname(folder)
  const left = fs.readdirSync(parent).filter((name) => name.startsWith(`${path.basename(folder)}.`))
  for (const place of left.map((name) => path.join(parent, name))) {
    const changed = fs.statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (Date.now() - changed > MAX_UNFINISHED_MS) fs.rmSync(place, { recursive: true, force: true })
  }
}
