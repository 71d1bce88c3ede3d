// The stages of `npm test`. One begins when those that it names are done, so that what mostly waits (the running server)
// goes on beside what computes; after a failed one no other begins. What a stage prints comes whole, when it is done. The
// last line is the total of all test cases, with lint, unused code, format and types as one each.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { audit } from './audit.mjs'
import { findChromium } from './chromium.mjs'
import { startCommand } from '../src/lib/server/start-command.mjs'
import { browserTests, findTestPrograms } from './debian-tests.mjs'
import { overlaidPrograms } from './debian.mjs'
import { startPostgres } from './postgres.mjs'
import { build, Refusal, runNode, step } from './project.mjs'
import { runDrill } from './run-drill.mjs'
import { testCommand } from './test-command.mjs'

/** @typedef {{ passed: number, failed: number }} Outcome */

const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'padavu-reports-'))
const none = { passed: 0, failed: 0 }

/** @typedef {{ name: string, title: string, run: () => Promise<Outcome>, after?: string[], counts?: boolean }} Stage */

/** Each keeps a core busy or two, and a mistake that they find is told before anything else begins. */
const reading = ['lint', 'unused', 'format', 'types']

/** @type {Stage[]} */
const stages = [
  { name: 'lint', title: 'Lint', run: () => check('node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '.') },
  { name: 'unused', title: 'Unused code', run: () => check('node_modules/knip/bin/knip.js') },
  { name: 'format', title: 'Format', run: () => check('node_modules/prettier/bin/prettier.cjs', '--check', '.') },
  { name: 'types', title: 'Types', run: () => check('scripts/types.mjs') },
  { name: 'audit', title: 'Advisories', run: advisories, counts: false },
  { name: 'unit', title: 'Unit tests', run: () => vitest('unit*'), after: reading },
  { name: 'api', title: 'API tests on SQLite', run: () => vitest('api', { TEST_ENGINE: 'sqlite' }), after: ['unit'] },
  { name: 'build', title: 'Build', run: () => build().then(() => none), after: ['api'], counts: false },
  {
    name: 'postgres',
    title: 'API tests on PostgreSQL',
    run: () => onPostgres('api', { TEST_ENGINE: 'postgres' }),
    after: ['build'],
  },
  {
    name: 'process',
    title: 'Tests of the running server',
    run: () => build().then(processes),
    after: ['build'],
  },
  // Alone: several browsers keep two cores busy, and beside anything else both would take longer than in turn.
  { name: 'browser', title: 'Browser journeys', run: () => build().then(playwright), after: ['postgres', 'process'] },
  {
    name: 'browsers',
    title: 'Journeys in Firefox and WebKitGTK',
    run: () => build().then(otherBrowsers),
    after: ['browser'],
    counts: false,
  },
]

const only = startCommand(testCommand).options.only?.split(',')
const chosen = stages.filter(({ name }) => !only || only.includes(name))
const total = { passed: 0, failed: 0 }
/** @type {Map<string, Promise<void>>} */
const begun = new Map()
await Promise.all(chosen.map(begin))
fs.rmSync(reports, { recursive: true, force: true })
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`${total.passed} passed, ${total.failed} failed`)

/**
 * Runs a stage once those are done that it comes after, as far as they are to run at all.
 * @param {Stage} stage
 */
function begin(stage) {
  const before = chosen.filter(({ name }) => stage.after?.includes(name))
  const running =
    begun.get(stage.name) ?? Promise.all(before.map(begin)).then(() => (total.failed > 0 ? undefined : runStage(stage)))
  begun.set(stage.name, running)
  return running
}

/**
 * Runs one stage and adds its cases to the total.
 * @param {Stage} stage
 */
async function runStage({ title, run, counts = true }) {
  const { passed, failed, reason } = await step(title, run).catch((error) => ({
    passed: 0,
    failed: 1,
    reason: error instanceof Refusal ? error.message : error,
  }))
  if (reason) console.error(reason)
  const empty = counts && passed + failed === 0
  if (empty) console.error(`${title}: no test ran.`)
  total.passed += passed
  total.failed += failed + (empty ? 1 : 0)
  if (failed > 0 || empty) console.error(`Failed: ${title}`)
}

async function check(...args) {
  const { code, output } = await runNode(args)
  if (code !== 0) console.error(output.trimEnd())
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Shows what it prints: at once where nothing else runs, else in one piece. @returns its exit code */
async function runShown(args, env) {
  const { code, output } = await runNode(args, { env, show: chosen.length === 1 })
  process.stdout.write(output)
  return code
}

/** Told by the registry, where it answers: no case of ours, but one that is high or critical ends the run. */
async function advisories() {
  const { passed, line } = await audit()
  console.log(line)
  return passed ? none : { passed: 0, failed: 1 }
}

/** A test that did not run counts as failed, and so does a file or a process that broke outside its tests. */
function outcome(code, passed, failed, notRun) {
  const broken = failed + notRun
  return { passed, failed: code !== 0 && broken === 0 ? 1 : broken }
}

async function vitest(project, env = {}) {
  const report = path.join(reports, `${project.replace('*', '')}-${env.TEST_ENGINE ?? 'any'}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runShown(['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...reporters], env)
  const found = readReport(report)
  const unloaded = (found?.testResults ?? []).filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return outcome(
    code,
    found?.numPassedTests ?? 0,
    (found?.numFailedTests ?? 0) + unloaded.length,
    (found?.numPendingTests ?? 0) + (found?.numTodoTests ?? 0),
  )
}

/** With the PostgreSQL of TEST_DATABASE_URL, or one that is there for this project alone. */
async function onPostgres(project, env, options) {
  const given = process.env.TEST_DATABASE_URL
  if (given) return vitest(project, { ...env, TEST_DATABASE_URL: given })
  const { url, stop } = await startPostgres(options)
  try {
    return await vitest(project, { ...env, TEST_DATABASE_URL: url })
  } finally {
    await stop()
  }
}

/** Those that need programs which cannot be had here are left out, and the last lines of the stage say so. */
async function processes() {
  const { env, lines } = await findTestPrograms()
  const ended = await onPostgres('process', env, { durable: true })
  for (const line of lines) console.log(line)
  return ended
}

function otherBrowsers() {
  return runDrill('browsers', {
    isAsked: only?.includes('browsers') ?? false,
    find: () => findTestPrograms(browserTests, overlaidPrograms),
    run: () => vitest('browsers'),
  })
}

async function playwright() {
  const report = path.join(reports, 'browser.json')
  const env = { CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const code = await runShown(['node_modules/@playwright/test/cli.js', 'test', '--reporter=dot,json'], env)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readReport(report)?.stats ?? {}
  return outcome(code, expected, unexpected + flaky, skipped)
}

function readReport(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
}
