// `npm run types`: what TypeScript says, and the rules that need types (.oxlintrc.json); then the same of .astro files,
// which only Astro can read. Both are asked, so that a mistake of one kind does not hide those of the other. A folder
// other than the project's is for tests.
import path from 'node:path'
import { startCommand } from '../src/lib/server/start-command.mjs'
import { root, run } from './project.mjs'

const {
  args: [folder = root],
} = startCommand({
  name: 'npm run types',
  about: ['Checks types, and the rules that need types, of the project or of FOLDER.'],
  args: ['[FOLDER]'],
})
const program = (...place) => path.join(root, 'node_modules', ...place)

const checks = [
  [program('oxlint', 'bin', 'oxlint'), '--deny-warnings'],
  [
    program('astro', 'bin', 'astro.mjs'),
    ...['check', '--root', folder, '--tsconfig', path.join(folder, 'tsconfig.astro.json')],
    ...['--minimumSeverity', 'hint'],
  ],
]

// The memory that the types take is otherwise left to grow to what the machine has.
const env = { GOMEMLIMIT: process.env.GOMEMLIMIT ?? '2600MiB' }
for (const [script, ...args] of checks) {
  const { code } = await run(process.execPath, [script, ...args], { cwd: folder, env, show: true })
  if (code !== 0) process.exitCode = 1
}
