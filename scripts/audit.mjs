// Asks the registry for advisories on the packages that production needs. Not every registry answers, and a build without
// a network must work: no answer is said in one line and is no failure.
import { run } from './project.mjs'

/** Advisories below this are for people to look at, not for the test run to stop at. */
const stopping = ['high', 'critical']

/**
 * @param {string} output of `npm audit --json`
 * @returns {{ passed: boolean, line: string }}
 */
export function judgeAudit(output) {
  const report = parsed(output)
  const found = report?.vulnerabilities
  if (!found || typeof found !== 'object') {
    const why = report?.message ?? report?.error?.summary ?? 'no answer'
    return {
      passed: true,
      line: `Advisories: not known, the registry does not tell (${String(why).split(/\n| - /)[0]})`,
    }
  }
  const bad = Object.values(found).filter(({ severity }) => stopping.includes(severity))
  if (bad.length === 0) return { passed: true, line: 'Advisories: none that are high or critical' }
  const names = bad.map(({ name, severity, range }) => `${name} ${range} (${severity})`)
  return { passed: false, line: `Advisories: ${names.join(', ')}` }
}

/** @returns {Promise<{ passed: boolean, line: string }>} */
export async function audit() {
  const options = ['--omit=dev', '--json', '--loglevel=silent', '--fetch-retries=0', '--fetch-timeout=15000']
  const { output } = await run('npm', ['audit', ...options])
  return judgeAudit(output)
}

/** npm writes a warning or two before the JSON. @param {string} output */
function parsed(output) {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}
