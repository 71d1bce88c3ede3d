import type { CompiledQuery } from 'kysely'
import type { Engine } from '#db/database.ts'
import { leases } from '#core/background/leases.ts'
import { BELIEVED } from '#features/auth/server/sessions/known-sessions.ts'
import { SEEN_EVERY } from '#features/auth/server/sessions.ts'
import { countUnread } from '#features/notifications/notifications.contract.ts'
import type { TestApi } from '../../support/api/api.ts'
import { newCandidate, type Candidate } from '../../support/scenes/candidate.ts'
import { discussionFixture } from '../../support/scenes/discussion-fixture.ts'
import { seedExam } from '../../support/scenes/exam-fixture.ts'
import { sentBy } from '../../support/api/statements.ts'

/** A statement that runs more than others. */
interface Frequent {
  name: string
  /** How often it runs. */
  often: string
  /** The table that it is about, after the word that says what it does there. */
  about: RegExp
  /** What sends it, and among others nothing else that is about the same table. */
  work: (scene: Scene) => Promise<unknown>
  /** The engine that has it, where not both do. */
  on?: Engine
}

/** A candidate in the middle of an exam, a learner before a discussion, and a process beside others. */
type Scene = Awaited<ReturnType<typeof frequentScene>>

/** How a tab names itself. */
const writer = 'a-tab-of-a-device'

async function frequentScene(api: TestApi) {
  const { db } = api.services
  const exam = await seedExam(db)
  const panels = discussionFixture(() => api)
  const { courseId, panelId } = await panels.newPanel()
  const candidate = await newCandidate(api, exam)
  // The paper is in memory from the first look on.
  await (await newCandidate(api, exam)).start()
  const { body } = await candidate.start(writer)
  return {
    api,
    candidate,
    save: { attempt_id: body.data.open_attempt!.id, writer, time_from: 1, time_to: 2 },
    newcomer: await newCandidate(api, exam),
    reader: await panels.member(courseId),
    panelId,
  }
}

const question = ({ exam }: Candidate) => exam.questions[0]!

const answer = ({ candidate, save }: Scene) =>
  candidate.answer(question(candidate), question(candidate).right, { ...save, seq: 1 })

/**
 * The ten that run most, in a hall of 1,000 candidates with 100 questions or on the day of as many learners, by
 * docs/scaling.md and by how often pages ask. The save has two forms, and on PostgreSQL one for several.
 */
const mostRun: Frequent[] = [
  {
    name: 'who calls',
    often: 'with the first call of a learner in a second',
    about: /from "sessions"/,
    work: (scene) => {
      scene.api.clock.advance(BELIEVED)
      return answer(scene)
    },
  },
  {
    name: 'save of a chosen option',
    often: 'a hundred times a candidate, and with every change of mind',
    about: /^insert into "responses"/,
    work: answer,
  },
  {
    name: 'save of a question cleared or marked',
    often: 'the same without an option',
    about: /^insert into "responses"/,
    work: ({ candidate, save }) => candidate.clear(question(candidate), { ...save, seq: 2 }),
  },
  {
    name: 'saves that come while others are stored',
    often: 'with every few answers when many candidates answer at once',
    about: /^\s*insert into responses/,
    work: ({ candidate, save }) =>
      Promise.all(
        [1, 2, 3].map((index) => {
          const asked = candidate.exam.questions[index]!
          return candidate.answer(asked, asked.right, { ...save, seq: 3 })
        }),
      ),
    on: 'postgres',
  },
  {
    name: 'whether a discussion has changed',
    often: 'four times a minute from every open course page',
    about: /from "discussion_panels"/,
    work: ({ reader, panelId }) => reader.list(panelId),
  },
  {
    name: 'which work other processes do',
    often: 'every two seconds from every process on PostgreSQL',
    about: /from "leases"/,
    work: lookAtLeases,
  },
  {
    name: 'when a session was last used',
    often: 'every ten minutes of a session that is used',
    about: /^update "sessions"/,
    work: (scene) => {
      scene.api.clock.advance(SEEN_EVERY)
      return answer(scene)
    },
  },
  {
    name: 'number on the bell',
    often: 'with every page of a learner',
    about: /from "notifications"/,
    work: ({ api, reader }) => api.call(countUnread, {}, { token: reader.token }),
  },
  {
    name: "an exam as a learner sees it, and the learner's attempts of it",
    often: 'with every look at its page, and with its start',
    about: /from "exams"/,
    work: ({ newcomer }) => newcomer.detail(writer),
  },
  {
    name: 'start of an attempt',
    often: 'once a candidate, by half of them in the same half minute',
    about: /^insert into "attempts"/,
    work: ({ newcomer }) => newcomer.start(writer),
  },
  {
    name: 'end of an attempt',
    often: 'once a candidate, by half of them in the last minute',
    about: /^update "attempts" set "status"/,
    work: ({ candidate, save }) => candidate.submit(save.attempt_id, writer),
  },
  {
    name: 'what an attempt is scored by',
    often: 'with its end',
    about: /from "responses"/,
    work: ({ newcomer }) => newcomer.submit(undefined, writer),
  },
]

async function lookAtLeases({ api }: Scene): Promise<void> {
  const { db, now, log, faults } = api.services
  const another = leases({ db, now, log, faults })
  another.join('sweep')
  await another.beat()
  await another.close()
}

/** All of them as the engine gets them, each below what it is and how often it runs. */
export async function textOfMostRun(api: TestApi): Promise<string> {
  const scene = await frequentScene(api)
  const texts: string[] = []
  for (const frequent of mostRun) {
    if (frequent.on !== undefined && frequent.on !== api.services.engine) continue
    const sent = await sentBy(api, () => frequent.work(scene))
    texts.push(`-- ${frequent.name}: ${frequent.often}\n${laidOut(theOne(frequent, sent))};\n`)
  }
  return texts.join('\n')
}

/** @throws Error when none of the statements, or another too, is about the table */
function theOne({ name, about }: Frequent, sent: CompiledQuery[]): string {
  const texts = new Set(sent.map(({ sql }) => sql).filter((sql) => about.test(sql)))
  if (texts.size !== 1) throw new Error(`${texts.size} statements may be '${name}'`)
  return [...texts][0]!
}

/** Where a clause begins. Names are quoted and therefore none. */
const clauses =
  /(?<=\()(?=select\b)|\s+(?=(?:select|from|(?:inner|left) join|where|and|or|union all|order by|values|set|on conflict|do update|returning|for share)\b)/

/** A clause a line, those of a query within another further in, so that a review sees which of them changed. */
function laidOut(sql: string): string {
  let depth = 0
  const lines = sql.split(clauses).map((clause, index) => {
    const line = '  '.repeat(index === 0 ? 0 : depth + 1) + clause.replaceAll(/\s+/g, ' ')
    depth += clause.split('(').length - clause.split(')').length
    return line
  })
  return lines.join('\n')
}
