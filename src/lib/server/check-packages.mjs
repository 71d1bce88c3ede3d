// Runs before the commands of package.json that need packages: without packages Node and the shell name no way out.
import fs from 'node:fs'
import { fail, Refusal, startCommand } from './start-command.mjs'

startCommand({
  name: 'node src/lib/server/check-packages.mjs',
  about: ['Ends with 0 where the packages and the Node of the project are installed, else with 1 and what to run.'],
})
// npm writes this list last: an installation that was cut off has none.
const isInstalled = fs.existsSync(new URL('../../../node_modules/.package-lock.json', import.meta.url))
if (!isInstalled) fail(new Refusal('The packages are not installed. Run: npm install'))
if (!process.features.typescript)
  fail(new Refusal(`Node ${process.versions.node} cannot run this project. Run: npm install --ignore-scripts=false`))
