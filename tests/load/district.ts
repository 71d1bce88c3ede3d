// `npm run district`: a district sits an exam at the pace of people, and what that takes is measured.
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { startCommand } from '#lib/server/start-command.mjs'
import { build, endOnSignals, fail } from '../../scripts/project.mjs'
import { PARTS, partsOf, sitExam, type Minute, type Part } from './district/clients.ts'
import { judge } from './district/judge.ts'
import { openDoors, seedDistrict, type District } from './district/paper.ts'
import { Usage, writtenToDisks } from './district/programs.ts'
import { habits } from './district/rhythm.ts'
import { sites, type Site, type SiteName } from './district/site.ts'
import { markdownOf, wrongIn, type Report } from './district/tables.ts'

const { options } = startCommand({
  name: 'npm run district',
  about: ['Lets a district sit an exam at the pace of people, and measures what that takes.', ''],
  options: {
    engine: { value: 'ENGINE', oneOf: Object.keys(sites), about: `${Object.keys(sites).join(', ')}; sqlite` },
    candidates: { value: 'N', from: 1, about: '10000' },
    minutes: { value: 'N', from: 2, about: 'length of the exam; 30' },
    seed: { value: 'N', from: 1, about: 'drawn by lot, and printed' },
    connections: { value: 'N', from: 1, about: 'kept by the proxy of the candidates, to all servers together; 300' },
    json: { about: 'for programs' },
  },
})
const candidates = Number(options.candidates ?? 10_000)
const minutes = Number(options.minutes ?? 30)
const seed = Number(options.seed ?? Date.now() % 1_000_000)
const connections = Number(options.connections ?? 300)
const engine = (options.engine ?? 'sqlite') as SiteName

/** Until the candidates' process is up and knows its rhythm. */
const LEAD = 10 * SECOND

/** Memory is looked at this often. */
const LOOK = 5 * SECOND

const progress = (text: string) => process.stderr.write(`${text}\n`)

endOnSignals()
try {
  await build()
  let district: District | undefined
  const site = await sites[engine](async (data) => {
    progress(`Seeding ${candidates} candidates ...`)
    district = await seedDistrict(data, candidates, minutes)
  })
  try {
    const report = await measure(site, district!)
    console.log(options.json !== undefined ? JSON.stringify(report) : markdownOf(report))
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
