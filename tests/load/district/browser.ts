import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Endpoint, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { paths } from '#lib/both/paths.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { getExamDetail } from '#features/exams/detail/detail.contract.ts'
import * as results from '#features/exams/result/results.contract.ts'
import * as take from '#features/exams/take/take.contract.ts'
import { countUnread } from '#features/notifications/notifications.contract.ts'
import { requestFor } from '../../support/api/calls.ts'
import type { Random } from '../../support/random.ts'
import { browserHeaders } from '../requests/replies.ts'
import { bytesOf } from '../requests/load.ts'
import { jsonOf } from '../requests/wire.ts'
import type { Connections } from './connections.ts'
import type { Act } from './rhythm.ts'
import type { Kind, Timings } from './timings.ts'

/** What everybody in the hall shares. */
export interface Hall {
  examId: number
  questions: readonly { qid: number; options: number[] }[]
  timings: Timings
  /** Milliseconds from the moment in which the doors open. */
  now: () => number
  /** How long the exam lasts. */
  length: number
}

/** An action of a candidate. */
interface Sent {
  qid: number
  seq: number
  /** null: the answer was cleared. */
  option: number | null
  acknowledged: boolean
}

/** What a candidate did and was told. */
export interface Told {
  attempt: number | undefined
  sent: Sent[]
  handedIn: boolean
  /** Right and wrong answers as the result page has them, of those who looked. */
  seen: { correct: number; incorrect: number } | undefined
}

/** Shares of habits that are no matter of time: a change of mind, a clearing among these, a look at result and analysis. */
const CHANGES = 1 / 6
const CLEARS = 0.05
const LOOKS = 0.8
const ANALYSES = 0.3

/** As often does a page ask again, so long after, while the server does not take what it has. */
const TRIES = 5
const PAUSE = SECOND

/** The browser of one candidate: it asks one thing after the other. */
export class Browser {
  readonly told: Told = { attempt: undefined, sent: [], handedIn: false, seen: undefined }
  readonly #hall: Hall
  readonly #line: Connections
  readonly #host: string
  readonly #token: string
  readonly #random: Random
  readonly #writer = randomBytes(12).toString('base64url')
  #doing: Promise<void> = Promise.resolve()
  #answered = 0

  constructor(hall: Hall, line: Connections, host: string, token: string, random: Random) {
    this.#hall = hall
    this.#line = line
    this.#host = host
    this.#token = token
    this.#random = random
  }

  /** Does it as soon as what came before is done. */
  act(act: Act): Promise<void> {
    this.#doing = this.#doing.then(() => this.#acts[act]())
    return this.#doing
  }

  readonly #acts: Record<Act, () => Promise<void>> = {
    arrive: async () => {
      await this.#page(paths.mockTest(this.#hall.examId))
      await this.#call('detail', getExamDetail, { params: { examId: this.#hall.examId } })
      await this.#bell()
    },
    start: async () => {
      await this.#open()
      const body = { exam_id: this.#hall.examId, status: 'start', writer: this.#writer }
      const reply = await this.#call('start', take.startExam, { body })
      if (reply?.data.exam_questions.length === this.#hall.questions.length)
        this.told.attempt = reply.data.open_attempt?.id
    },
    save: () => this.#save(),
    glance: async () => {
      await this.#tellTimes()
      await this.#detail()
    },
    reload: async () => {
      await this.#tellTimes()
      await this.#open()
    },
    submit: () => this.#submit(),
    leave: () => this.#tellTimes(),
  }

  /** Next question, or another answer to one that has an answer already. */
  async #save(): Promise<void> {
    const { told } = this
    const { questions } = this.#hall
    if (told.attempt === undefined) return
    const changes = this.#answered > 0 && (this.#answered === questions.length || this.#random.chance(CHANGES))
    const place = changes ? Math.floor(this.#random.between(0, this.#answered)) : this.#answered++
    const { qid, options } = questions[place]!
    const option = changes && this.#random.chance(CLEARS) ? null : this.#random.pick(options)
    const sent: Sent = { qid, seq: told.sent.length + 1, option, acknowledged: false }
    told.sent.push(sent)
    const now = Date.now()
    const body = {
      ...{ exam_id: this.#hall.examId, attempt_id: told.attempt, writer: this.#writer },
      ...{ qid, seq: sent.seq, marked: false, time_from: now - 40 * SECOND, time_to: now },
    }
    const receipt =
      option === null
        ? await this.#call('save', take.clearAnswer, { body })
        : await this.#call('save', take.updateAnswer, { body: { ...body, answer_option_id: option } })
    sent.acknowledged = receipt?.seq === sent.seq && receipt.qid === qid && !receipt.stale
  }

  async #submit(): Promise<void> {
    const { told } = this
    const { examId } = this.#hall
    if (told.attempt === undefined) return
    const body = { exam_id: examId, attempt_id: told.attempt, writer: this.#writer, status: 'completed' }
    const reply = await this.#call('submit', take.submitExam, { body: { ...body, times: this.#times() } })
    told.handedIn = reply?.result_id === told.attempt
    if (!told.handedIn || !this.#random.chance(LOOKS)) return
    const resultId = told.attempt
    await this.#page(paths.mockTestResult(examId, resultId))
    const result = await this.#call('result', results.getExamResult, { params: { resultId } })
    if (result) {
      const { correct_answer_count: correct, incorrect_answer_count: incorrect } = result.data
      told.seen = { correct, incorrect }
    }
    await this.#bell()
    if (!this.#random.chance(ANALYSES)) return
    await this.#call('analysis', results.getSubsectionResult, { body: { exam_id: examId, exam_attempet_id: resultId } })
    await this.#call('analysis', results.getResultInsights, { params: { resultId } })
  }

  /** The page of the exam itself, which asks for the exam at once. */
  async #open(): Promise<void> {
    await this.#page(paths.takeExam(this.#hall.examId))
    await this.#detail()
  }

  async #detail(): Promise<void> {
    await this.#call('detail', getExamDetail, {
      params: { examId: this.#hall.examId },
      query: { writer: this.#writer },
    })
  }

  async #tellTimes(): Promise<void> {
    const { attempt } = this.told
    if (attempt === undefined) return
    const body = { exam_id: this.#hall.examId, attempt_id: attempt, writer: this.#writer, times: this.#times() }
    await this.#call('times', take.keepTimes, { body })
  }

  async #bell(): Promise<void> {
    await this.#call('bell', countUnread, {})
  }

  /** Everybody has looked at all questions by the end. */
  #times(): { qid: number; ms: number }[] {
    const { questions, now, length } = this.#hall
    const looked = Math.ceil(Math.min(1, Math.max(0, now() / length)) * questions.length)
    const ms = Math.round(Math.max(0, now()) / questions.length)
    return questions.slice(0, Math.max(1, looked)).map(({ qid }) => ({ qid, ms: ms + 1 }))
  }

  async #page(path: string): Promise<void> {
    await this.#ask('page', { path, method: 'GET', headers: { ...browserHeaders, accept: 'text/html' } })
  }

  /** @returns undefined when it was not answered with success */
  async #call<E extends Endpoint>(kind: Kind, endpoint: E, input: object): Promise<ReplyOf<E> | undefined> {
    const [path, { headers, body }] = requestFor(endpoint, input, { token: this.#token })
    const bytes = await this.#ask(kind, {
      path,
      method: endpoint.method,
      headers: { ...browserHeaders, ...(headers as Record<string, string>) },
      ...(typeof body === 'string' && { body }),
    })
    // Nobody looks into the others.
    const read = bytes && ['start', 'save', 'submit', 'result'].includes(kind)
    return read ? (jsonOf(bytes) as ReplyOf<E>) : undefined
  }

  /** Asks, and asks again where the server says that it cannot now. */
  async #ask(kind: Kind, request: Parameters<typeof bytesOf>[1]): Promise<Buffer | undefined> {
    const { now, timings } = this.#hall
    const bytes = bytesOf(this.#host, request)
    for (let tries = 1; ; tries += 1) {
      const from = now()
      const reply = await this.#line.ask(bytes)
      timings.note(kind, from, now() - from, reply.status, reply.bytes.length)
      if (reply.status === 200) return reply.bytes
      if (tries === TRIES || (reply.status >= 400 && reply.status < 500)) return undefined
      await pause(PAUSE)
    }
  }
}
