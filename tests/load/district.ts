// `npm run district`: a district sits an exam at the pace of people, and what that takes is measured.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { build, endOnSignals, fail, Refusal } from '../../scripts/project.mjs'
import { PARTS, partsOf, sitExam, type Minute, type Part } from './district/clients.ts'
import { judge } from './district/judge.ts'
import { openDoors, seedDistrict, type District } from './district/paper.ts'
import { Usage, writtenToDisks } from './district/programs.ts'
import { habits } from './district/rhythm.ts'
import { sites, type Site, type SiteName } from './district/site.ts'
import { markdownOf, wrongIn, type Report } from './district/tables.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    candidates: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    // Kept connections of the proxy that candidates come through, to all servers together.
    connections: { type: 'string', default: '300' },
    json: { type: 'boolean', default: false },
  },
})
const candidates = Number(values.candidates)
const minutes = Number(values.minutes)
const seed = Number(values.seed)
const connections = Number(values.connections)

/** Until the candidates' process is up and knows its rhythm. */
const LEAD = 10 * SECOND

/** Memory is looked at this often. */
const LOOK = 5 * SECOND

const progress = (text: string) => process.stderr.write(`${text}\n`)

endOnSignals()
try {
  if (!(values.engine in sites)) throw new Refusal(`--engine is ${Object.keys(sites).join(', ')}`)
  if (![candidates, seed, connections].every((number) => number >= 1) || !(minutes >= 2))
    throw new Refusal('--candidates, --seed and --connections are at least 1, --minutes is at least 2')
  await build()
  let district: District | undefined
  const site = await sites[values.engine as SiteName](async (data) => {
    progress(`Seeding ${candidates} candidates ...`)
    district = await seedDistrict(data, candidates, minutes)
  })
  try {
    const report = await measure(site, district!)
    console.log(values.json ? JSON.stringify(report) : markdownOf(report))
    process.exitCode = wrongIn(report) > 0 ? 1 : 0
  } finally {
    await site.stop()
  }
} catch (error) {
  fail(error)
}

async function measure(site: Site, { exam, learners }: District): Promise<Report> {
  const doors = Date.now() + habits.arriving + LEAD
  const end = doors + minutes * MINUTE
  await openDoors(site.data, exam, doors - SECOND, end)
  const before = { data: await site.dataBytes(), log: await site.logBytes?.(), disks: writtenToDisks() }
  progress(`${site.name}: doors open in ${Math.round((doors - Date.now()) / SECOND)} s; seed ${seed}`)
  const usage = new Usage(site.programs)
  const looking = setInterval(() => usage.lookAtMemory(), LOOK)
  const parts = partsOf(minutes)
  /** What had been used when each part began. */
  const marks = PARTS.map(async (part) => {
    await pause(doors + parts[part][0] - Date.now())
    return usage.read()
  })
  try {
    const { told, ...outcome } = await sitExam(
      { fronts: site.fronts, exam, tokens: learners.map(({ token }) => token), minutes, seed, connections, doors },
      tellMinute(usage),
    )
    const verdict = await judge(site.data, exam, told, end)
    const all = [...(await Promise.all(marks)), usage.read()]
    usage.lookAtMemory()
    const disks = writtenToDisks()
    const log = await site.logBytes?.()
    return {
      ...{ site: site.name, candidates, minutes, seed, outcome, verdict },
      programs: site.programs.map(({ name }) => ({
        name,
        cpuSeconds: cpuByPart(all.map((used) => used.get(name)!)),
        peakMb: usage.peakMb(name),
      })),
      dataMb: { before: before.data / 1e6, after: (await site.dataBytes()) / 1e6 },
      logMb: log === undefined ? null : (log - before.log!) / 1e6,
      diskMb: (disks - before.disks) / 1e6,
    }
  } finally {
    clearInterval(looking)
  }
}

function cpuByPart(marks: number[]): Record<Part, number> {
  const seconds = PARTS.map((part, place) => [part, (marks[place + 1]! - marks[place]!) / 1000])
  return Object.fromEntries(seconds) as Record<Part, number>
}

/** Says once a minute how it goes. */
function tellMinute(usage: Usage): (minute: Minute) => void {
  const cpu = () => [...usage.read().values()].reduce((sum, cpuMs) => sum + cpuMs, 0)
  let last = cpu()
  return ({ minute, timings }) => {
    const now = cpu()
    const kinds = timings.map(
      ({ kind, requests, errors, p99Ms }) =>
        `${kind} ${requests} (${Math.round(p99Ms)} ms${errors > 0 ? `, ${errors} errors` : ''})`,
    )
    progress(`minute ${minute + 1}: ${((now - last) / 1000).toFixed(1)} s of processor time; ${kinds.join(', ')}`)
    last = now
  }
}
