import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Engine } from '#db/database.ts'
import { seedCandidates, type SeededCandidate } from './candidates.ts'
import { courseId } from './demo.ts'
import { examHalls } from './exam-halls.ts'
import { growth } from './growth/growth.ts'
import { seedLongCourses, type LongCourse } from './long-courses.ts'
import { measure, type Load, type Measured } from './generator.ts'
import { pageScores } from './page-scores.ts'
import { residentMb, start } from './processes.ts'
import { compared, figure, median, print, type Result } from './results.ts'
import { seedShop, shopping } from './shop.ts'
import { weigh, type Visit } from './weights.ts'
import { endOnSignals } from '../../scripts/project.mjs'
import { dataOn } from '../support/servers/engine-data.ts'

/** How often each pair of measurements is repeated; medians are quoted. */
const ROUNDS = 3
const SECONDS = 4
const CONNECTIONS = 64
const KB = 1024

const entry = path.join(import.meta.dirname, '..', '..', 'dist', 'server', 'entry.mjs')
const work = mkdtempSync(path.join(tmpdir(), 'padavu-bench-'))
const dataDir = path.join(work, 'data')
const environment = { DATA_DIR: dataDir, HOST: '127.0.0.1', DATABASE_URL: '' }

/** Measures product and baseline in turn, so that both meet the same machine. */
async function inTurn(product: Load, baseline: Load): Promise<[Measured, Measured]> {
  const measured: [Measured, Measured][] = []
  for (let round = 0; round < ROUNDS; round++) measured.push([await measure(product), await measure(baseline)])
  return [0, 1].map((side) => summary(measured.map((pair) => pair[side]!))) as [Measured, Measured]
}

async function repeated(load: Load): Promise<Measured> {
  const measured: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) measured.push(await measure(load))
  return summary(measured)
}

function summary(rounds: Measured[]): Measured {
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
    failures: rounds.reduce((sum, round) => sum + round.failures, 0),
  }
}

async function cataloguePage(url: string): Promise<Result[]> {
  const headers = { 'accept-encoding': 'br' }
  const reply = await raw(`${url}/courses`, headers)
  const bodyFile = path.join(work, 'page')
  writeFileSync(bodyFile, reply.body)
  const { date: _, connection: __, 'keep-alive': ___, ...kept } = reply.headers
  const bare = await start(
    [path.join(import.meta.dirname, 'baseline-http.ts')],
    { BODY_FILE: bodyFile, REPLY_HEADERS: JSON.stringify(kept) },
    '/',
  )
  const [cached, baseline] = await inTurn(
    { url: `${url}/courses`, connections: CONNECTIONS, seconds: SECONDS, headers },
    { url: bare.url, connections: CONNECTIONS, seconds: SECONDS, headers },
  )
  await bare.stop()
  const rendered = await repeated({ url: `${url}/courses`, connections: CONNECTIONS, seconds: SECONDS, unique: true })
  const list = await repeated({ url: `${url}/api/v1/user/courses`, connections: CONNECTIONS, seconds: SECONDS })
  return [
    compared('catalogue page from cache', cached.perSecond, baseline.perSecond, 'requests/s', { atLeast: 0.5 }),
    figure('catalogue page rendered anew', rendered.perSecond, 'requests/s'),
    figure('user/courses call', list.perSecond, 'requests/s'),
    figure('failed requests while reading', cached.failures + rendered.failures + list.failures, 'requests', {
      atMost: 0,
    }),
  ]
}

async function saves(url: string, candidates: SeededCandidate[]): Promise<Result[]> {
  const bare = await start([path.join(import.meta.dirname, 'baseline-saves.ts')], { DATA_DIR: work }, '/')
  const common = { connections: CONNECTIONS, seconds: SECONDS }
  const [ours, baseline] = await inTurn(
    { ...common, url, saves: { path: '/api/v1/user/courses/exam/update/answer', candidates } },
    { ...common, url: bare.url, saves: { path: '/save', candidates } },
  )
  await bare.stop()
  return [
    compared('exam-answer saves, SQLite', ours.perSecond, baseline.perSecond, 'saves/s', { atLeast: 0.33 }),
    compared('exam-answer save, 99th percentile', ours.p99Ms, baseline.p99Ms, 'ms'),
    figure('failed saves', ours.failures, 'requests', { atMost: 0 }),
  ]
}

/** A course page must cost what its chapters weigh: nothing may grow faster than the reply. */
async function coursePages(url: string, token: string, courses: LongCourse[]): Promise<Result[]> {
  const headers = { authorization: `Bearer ${token}` }
  const measured = []
  for (const { id, chapters } of courses) {
    const call = `${url}/api/v1/user/courses/mycourse/${id}`
    const reply = await fetch(call, { method: 'POST', headers })
    const kilobytes = (await reply.text()).length / KB
    // One caller, so that the figure is the time of a reply and not the length of a queue.
    const load = { url: call, post: true, connections: 1, seconds: SECONDS, headers }
    const { perSecond, failures } = await repeated(load)
    measured.push({ chapters, perSecond, failures, msPerKb: 1000 / perSecond / kilobytes })
  }
  const [short, long] = measured as [(typeof measured)[0], (typeof measured)[0]]
  return [
    ...measured.map(({ chapters, perSecond }) =>
      figure(`mycourse call, ${chapters} chapters`, perSecond, 'requests/s'),
    ),
    compared(`mycourse call per kB, ${long.chapters} chapters`, long.msPerKb, short.msPerKb, 'ms/kB', { atMost: 1.5 }),
    figure('failed mycourse calls', short.failures + long.failures, 'requests', { atMost: 0 }),
  ]
}

async function pageWeights(url: string, learner: SeededCandidate): Promise<Result[]> {
  const open = ['/courses', '/courses/1', '/search?q=polity']
  const login = await weigh(url, [...open, '/login'])
  const signedIn = await weigh(
    url,
    [
      '/dashboard',
      '/my-courses',
      '/my-purchases',
      '/buycourse/1',
      '/mock-test',
      '/practice',
      `/mock-test/${learner.examId}`,
      // Its scripts are the same for any attempt; the chart comes with the analysis.
      `/mock-test/${learner.examId}/exam-result/1`,
      `/exam/${learner.examId}/start`,
    ],
    learner.user,
  )
  const course = `/my-courses/${await courseId(url, 'Degree Level Prelims')}`
  const study = await weigh(url, [course, { path: course, then: openFramedChapter }], learner.user)
  const budget = (page: string) => {
    if (open.includes(page)) return 6
    if (page.startsWith('/exam/')) return 95
    // The player comes with the page; the script of a provider only with a chapter of theirs.
    if (page.startsWith('/my-courses/')) return page === course ? 105 : 112
    return 100
  }
  return [...login, ...signedIn, ...study].flatMap(([page, { scripts, styles }]) => [
    figure(`${page} JavaScript`, scripts / KB, 'kB', { atMost: budget(page) }),
    // Screens with questions add the styles of formulas where there are any.
    figure(`${page} CSS`, styles / KB, 'kB', { atMost: /^\/(exam\/|practice)/.test(page) ? 20 : 16 }),
  ])
}

/** Opens a chapter of the demo section that a provider plays. */
const openFramedChapter: NonNullable<Visit['then']> = {
  named: 'and a chapter of a provider',
  act: (page) => page.getByRole('button', { name: /^The preamble/ }).click(),
  brings: /vimeo-port/,
}

/** A reply as it came over the wire, still compressed. */
function raw(
  url: string,
  headers: Record<string, string>,
): Promise<{ headers: IncomingMessage['headers']; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }))
    }).on('error', reject)
  })
}

/** The scores of the demo's pages, on data of their own. */
async function scores(): Promise<Result[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'padavu-scores-'))
  const product = await start([entry], { ...environment, DATA_DIR: folder }, '/readyz')
  try {
    return await pageScores(product.url)
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The exam halls of one engine, on data of their own. */
async function halls(engine: Engine): Promise<Result[]> {
  const data = await dataOn(engine)
  try {
    return await examHalls(entry, engine, data)
  } finally {
    await data.remove()
  }
}

/** Everything but the exam halls, on one set of data. */
async function site(progress: (text: string) => void): Promise<Result[]> {
  // The first start imports the content; what is measured is a start on existing data.
  const first = await start([entry], environment, '/readyz')
  await first.stop()
  const candidates = await seedCandidates({ dataDir }, CONNECTIONS, { started: true })
  const courses = await seedLongCourses(dataDir, candidates[0]!.token, [50, 500])
  const shop = await seedShop(dataDir)
  const product = await start([entry], environment, '/readyz')
  const results: Result[] = [figure('seconds from node to listening', product.startMs / 1000, 's', { atMost: 1 })]
  try {
    results.push(figure('resident memory at rest', residentMb(product.pid), 'MB', { atMost: 150 }))
    progress('pages')
    results.push(...(await cataloguePage(product.url)))
    progress('answers')
    results.push(...(await saves(product.url, candidates)))
    results.push(figure('resident memory after the load', residentMb(product.pid), 'MB'))
    progress('course pages')
    results.push(...(await coursePages(product.url, candidates[0]!.token, courses)))
    progress('purchases')
    results.push(...(await shopping(product.url, shop)))
    progress('weights')
    results.push(...(await pageWeights(product.url, candidates[0]!)))
  } finally {
    await product.stop()
  }
  return results
}

/** The value of `--name=value`. */
function optionOf(name: string): string | undefined {
  return process.argv.find((option) => option.startsWith(`--${name}=`))?.slice(`--${name}=`.length)
}

async function main(): Promise<void> {
  const engines = (['sqlite', 'postgres'] as const).filter((engine) => (optionOf('engine') ?? engine) === engine)
  const progress = (text: string) => process.stderr.write(`${text}\n`)
  const results: Result[] = []
  try {
    const only = (['halls', 'scores', 'growth'] as const).find((part) => process.argv.includes(`--${part}`))
    if (!only) results.push(...(await site(progress)))
    if (!only || only === 'scores') {
      progress('page scores')
      results.push(...(await scores()))
    }
    for (const engine of !only || only === 'halls' ? engines : []) {
      progress(`exam halls on ${engine}`)
      results.push(...(await halls(engine)))
    }
    // Only when asked for: the data take minutes to be made.
    for (const engine of only === 'growth' ? engines : []) {
      const kept = optionOf('data')
      const named = optionOf('named') ?? ''
      results.push(
        ...(await growth(engine, { entry, folder: kept ?? work, keep: kept !== undefined, named, progress })),
      )
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  if (process.argv.includes('--json')) console.log(JSON.stringify({ results }))
  else print(results)
  process.exitCode = results.every((result) => result.ok) ? 0 : 1
}

endOnSignals()
if (!process.argv.includes('--no-build')) {
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: ['ignore', 'ignore', 'inherit'] })
}
await main()
