import { cpSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesIn, damages, makeSite } from '../support/servers/damaged-data.ts'
import { runServer, temporaryFolder } from '../support/servers/server.ts'

const { folder, remove } = temporaryFolder()
const site = path.join(folder, 'site')

beforeAll(() => makeSite(site))
afterAll(remove)

/** One of each kind: what is opened, and what is not there. src/server/damaged-data.test.ts reads every line. */
const kinds = ['a damaged page', "another program's database", 'files alone', 'damaged pages beside a log of writes']
const cases = kinds.map((kind) => damages.find(([what]) => what === kind)!)

test.each(cases.map(([what, damage, line], index) => ({ what, damage, line, index })))(
  'a server that finds $what says in one line what to do, ends with 1 and changes no byte',
  async ({ damage, line, index }) => {
    const dataDir = path.join(folder, String(index))
    cpSync(site, dataDir, { recursive: true })
    damage(dataDir)
    const before = bytesIn(dataDir)
    // As it is started on a machine of one's own, where a new site would have the demo's content.
    const { code, output } = await runServer({ DATA_DIR: dataDir, PORT: '0', CONTENT: 'src/content/demo' })
    expect(output.trimEnd().split('\n'), output).toHaveLength(1)
    expect(output.trimEnd()).toMatch(/^Padavu cannot start\. DATA_DIR: /)
    expect(output.trimEnd()).toMatch(line)
    expect(code).toBe(1)
    expect(bytesIn(dataDir)).toEqual(before)
  },
)
