import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#db/open.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { until } from '../../support/until.ts'
import { seedEnrolment } from '../../support/scenes/catalogue-fixture.ts'
import { seedLearners } from '../../support/scenes/learners.ts'
import { startServer } from '../../support/servers/server.ts'
import { COMES_AND_GOES, importEdition, KEPT } from './edition.ts'
import { ownThings, watch, type Seen, type Shop } from './look.ts'
import { startPair, type Pair } from './pair.ts'

/** Seconds by which the standby lags, one after the other. */
const LAGS = [0, 5, 60]

/** A server believes for a second what it knows of the content; a machine that has much to do is slower. */
const AT_ONCE = 4
/** After two looks that found the standby behind the primary serves: ten seconds. */
const AT_MOST = 14
/** What a server says of its replica when that changes (src/core/site/catalogue-reader.ts). */
const REPLICA = /the replica (serves the catalogue|does not answer|lags behind|failed)/g
const SERVES = 'the replica serves the catalogue'
/** What a standby that hangs may cost somebody, once. */
const SLOWEST_MS = 5000

/**
 * Plays imports and faults of a standby for reads (DATABASE_READ_URL) and prints what learners are shown.
 * @returns what contradicts the documents
 */
export async function tryStandby(print: (line: string) => void): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'padavu-standby-'))
  const problems: string[] = []
  let pair: Pair | undefined
  try {
    pair = await startPair(folder)
    const { primary, standby } = pair
    mkdirSync(path.join(folder, 'files'))
    let edition = 2
    await importEdition(edition, folder, primary.url)
    const server = await startServer(path.join(folder, 'files'), {
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: standby.url,
      WEB_CONCURRENCY: '1',
      LOG_LEVEL: 'info',
    })
    try {
      const shop: Shop = { url: server.url, ...(await sceneOn(primary.url)) }
      // By what the server said of it last: it tells changes alone, and may have told this one before anybody waits for it.
      const serving = async () => {
        await until('the standby serves', async () => {
          await fetch(`${server.url}/courses`)
          return server.output().match(REPLICA)?.at(-1) === SERVES
        })
      }
      await serving()

      const change = async (name: string, isOver: (seen: Seen[], seconds: number) => boolean, wanted: number) => {
        const editions = [edition, ++edition] as const
        await importEdition(edition, folder, primary.url)
        const seen = await watch(shop, editions, isOver)
        print(`${name}: seconds after an import until it is shown`)
        for (const facts of seen) tellOf(facts, wanted)
      }
      const tellOf = ({ place, newAfter, wentBack, wrong, slowestMs }: Seen, wanted: number) => {
        const after = newAfter === undefined ? 'never' : newAfter.toFixed(1)
        print(`  ${place.padEnd(40)} ${after.padStart(6)}  slowest ${Math.round(slowestMs)} ms`)
        const late = place in ownThings ? AT_ONCE : wanted
        if (newAfter === undefined || newAfter > late) problems.push(`${place}: shown after ${after} s, not ${late}`)
        if (wentBack > 0) problems.push(`${place}: went back ${wentBack} times`)
        if (wrong.length > 0) problems.push(`${place}: ${wrong.length} wrong, ${wrong[0]}`)
        if (slowestMs > SLOWEST_MS) problems.push(`${place}: took ${Math.round(slowestMs)} ms`)
      }
      const isShown = (seen: Seen[]) => seen.every(({ newAfter }) => newAfter !== undefined)

      for (const seconds of LAGS) {
        await pair.lag(seconds)
        // So long that the standby has caught up and serves again: nothing may go back then.
        const long = Math.max(seconds + 12, AT_MOST)
        await change(`lag of ${seconds} s`, (_, passed) => passed > long, Math.min(seconds + AT_ONCE, AT_MOST))
      }
      await pair.lag(0)

      const faulty = async (name: string, act: () => unknown, mend: () => unknown) => {
        await act()
        await change(`${name}, then an import`, (seen, passed) => isShown(seen) && passed > 8, AT_MOST)
        await mend()
        await serving()
      }
      const kill = () => {
        standby.service.down()
        standby.service.kill()
      }
      await faulty('standby killed', kill, standby.service.up)
      await faulty('standby frozen', standby.service.freeze, standby.service.thaw)
      await faulty(
        'standby killed, back with a lag of 5 s',
        async () => {
          await pair!.lag(5)
          kill()
          standby.service.up()
        },
        () => pair!.lag(0),
      )

      await pair.promote()
      const before = [edition, edition + 1] as const
      for (const facts of await watch(shop, before, (_, passed) => passed > 8))
        if (facts.wrong.length > 0) problems.push(`promoted: ${facts.place}: ${facts.wrong[0]}`)
      print('standby promoted: the same is shown')

      primary.service.down()
      primary.service.kill()
      await pause(2000)
      print('primary lost: what is answered')
      for (const facts of await watch(shop, before, (_, passed) => passed > 8))
        print(`  ${facts.place.padEnd(40)} ${facts.wrong[0] ?? 'as before'}, slowest ${Math.round(facts.slowestMs)} ms`)
    } finally {
      await server.stop('SIGKILL')
    }
  } finally {
    pair?.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return problems
}

/** A learner with a course, and the numbers of the courses. */
async function sceneOn(databaseUrl: string): Promise<Omit<Shop, 'url'>> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' })
  const rows = await db.selectFrom('courses').select(['id', 'key']).where('key', 'in', [KEPT, COMES_AND_GOES]).execute()
  const idOf = (key: string) => rows.find((row) => row.key === key)!.id
  const [learner] = await seedLearners(db, 1)
  await seedEnrolment(db, { userId: learner!.id, courseId: idOf(KEPT), validFor: 1000 * DAY })
  await close()
  return { token: learner!.token, ids: { kept: idOf(KEPT), other: idOf(COMES_AND_GOES) } }
}
