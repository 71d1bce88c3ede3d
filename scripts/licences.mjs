// `npm run licences`: writes docs/reference/licences.md, and refuses a licence that is not allowed.
import fs from 'node:fs'
import path from 'node:path'
import { startCommand } from '../src/lib/server/start-command.mjs'
import { licenceList, mayBeUsed, productionPackages } from './dependencies.mjs'
import { root } from './project.mjs'

startCommand({
  name: 'npm run licences',
  about: ['Writes docs/reference/licences.md; fails on a licence that is not allowed.'],
})
const refused = productionPackages().filter((found) => !mayBeUsed(found))
for (const { name, license } of refused) console.error(`${name}: ${license ?? 'no licence'} is not allowed`)
if (refused.length > 0) process.exitCode = 1
else fs.writeFileSync(path.join(root, 'docs', 'reference', 'licences.md'), licenceList())
