import { hasPassed, recordPass } from './drills.mjs'
import { root } from './fingerprint.mjs'

/** @typedef {{ passed: number, failed: number }} Outcome */

/**
 * Runs a drill that was asked for by name, or whose files have changed since it passed. A drill whose programs cannot be had
 * fails where it was asked for, and is left out of a run of all tests.
 * @param {string} name
 * @param {object} drill
 * @param {boolean} drill.isAsked
 * @param {() => Promise<{ lines: string[] }>} drill.find looks for its programs; a line for each file that cannot run
 * @param {() => Promise<Outcome>} drill.run
 * @param {string} [folder] of the project
 * @returns {Promise<Outcome>}
 */
export async function runDrill(name, { isAsked, find, run }, folder = root) {
  if (!isAsked && hasPassed(name, folder)) {
    console.log(`Did not run: nothing that they cover has changed since they passed (npm run ${name}).`)
    return { passed: 0, failed: 0 }
  }
  const { lines } = await find()
  for (const line of lines) console.log(line)
  if (lines.length > 0) return { passed: 0, failed: isAsked ? 1 : 0 }
  const outcome = await run()
  if (isAsked && outcome.failed === 0) recordPass(name, folder)
  return outcome
}
