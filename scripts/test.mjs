// `npm test`: installs what is not up to date, then runs every stage of scripts/test-stages.mjs on the project's Node.
// For developers: `npm test -- --only=unit,api`.
import { startCommand } from '../src/lib/server/start-command.mjs'
import { fail, install, root, runNode } from './project.mjs'
import { testCommand } from './test-command.mjs'

startCommand(testCommand)
process.chdir(root)
try {
  await install()
  const { code } = await runNode(['scripts/test-stages.mjs', ...process.argv.slice(2)], { show: true })
  process.exitCode = code
} catch (error) {
  fail(error)
}
