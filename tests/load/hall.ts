import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { gunzipSync } from 'node:zlib'
import { clearAnswer, startExam, submitExam, updateAnswer } from '#features/exams/take/take.contract.ts'
import type { Endpoint, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { requestFor } from '../support/api/calls.ts'
import type { Candidate } from './generator.ts'

/**
 * An exam hall: candidates who start in the same moment, answer and submit, each on a connection of its own. Every tenth
 * action clears an answer.
 */
export interface Hall {
  url: string
  candidates: Candidate[]
  /** Answers that each saves before it submits. */
  saves: number
  /** Milliseconds between two answers of a candidate on average; each pause is between half of it and one and a half. */
  pause: number
}

export interface Times {
  p50Ms: number
  p99Ms: number
}

export interface Sat {
  /** Candidates whose every call was answered with success. */
  completed: number
  /** Replies other than 200, receipts for something else, connections that broke. */
  errors: number
  /** From the first request to the last reply of this kind. */
  startsPerSecond: number
  savesPerSecond: number
  start: Times
  save: Times
  submit: Times
  /** Processor time that the candidates took, as a share of one core. */
  clientCores: number
}

/** Lets a hall sit its exam, in a process of its own. */
export async function sit(hall: Hall): Promise<Sat> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send(hall)
  const [sat] = (await once(child, 'message')) as [Sat]
  child.disconnect()
  return sat
}

/** The calls of one kind: how long each took, and when the first left and the last was answered. */
class Clocked {
  readonly took: number[] = []
  first = Infinity
  last = 0

  note(sent: number, answered: number): void {
    this.took.push(answered - sent)
    this.first = Math.min(this.first, sent)
    this.last = Math.max(this.last, answered)
  }

  times(): Times {
    const sorted = [...this.took].sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
    return { p50Ms: at(0.5), p99Ms: at(0.99) }
  }

  perSecond(): number {
    return this.took.length / ((this.last - this.first) / 1000)
  }
}

async function run({ url, candidates, saves, pause }: Hall): Promise<Sat> {
  const starts = new Clocked()
  const answers = new Clocked()
  const submits = new Clocked()
  let errors = 0

  const sitOne = async ({ token, examId, questions }: Candidate) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async <E extends Endpoint>(clocked: Clocked, endpoint: E, body: object): Promise<ReplyOf<E>> => {
      const sent = performance.now()
      const { status, encoding, content } = await post(url, agent, requestFor(endpoint, { body }, { token }))
      clocked.note(sent, performance.now())
      if (status !== 200) throw new Error(`${endpoint.path}: ${status}`)
      const text = encoding === 'gzip' ? gunzipSync(content) : content
      return JSON.parse(text.toString()) as ReplyOf<E>
    }
    try {
      const { data } = await ask(starts, startExam, { exam_id: examId, status: 'start' })
      if (data.exam_questions.length !== questions.length) throw new Error('start: not the whole paper')
      const common = { exam_id: examId, attempt_id: data.open_attempt!.id }
      for (let seq = 1; seq <= saves; seq += 1) {
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
        const { qid, options } = questions[seq % questions.length]!
        const now = Date.now()
        const action = { ...common, qid, seq, marked: false, time_from: now - pause, time_to: now }
        const receipt =
          seq % 10 === 0
            ? await ask(answers, clearAnswer, action)
            : await ask(answers, updateAnswer, { ...action, answer_option_id: options[seq % options.length]! })
        if (receipt.stale || receipt.seq !== seq || receipt.qid !== qid) throw new Error('save: not its receipt')
      }
      const { result_id } = await ask(submits, submitExam, { ...common, status: 'completed' })
      if (result_id !== common.attempt_id) throw new Error("submit: another attempt's result")
      return true
    } catch (error) {
      errors += 1
      if (errors <= 3) console.error((error as Error).message)
      return false
    } finally {
      agent.destroy()
    }
  }

  const began = performance.now()
  const cpu = process.cpuUsage()
  const done = await Promise.all(candidates.map(sitOne))
  const { user, system } = process.cpuUsage(cpu)
  return {
    completed: done.filter(Boolean).length,
    errors,
    startsPerSecond: starts.perSecond(),
    savesPerSecond: answers.perSecond(),
    start: starts.times(),
    save: answers.times(),
    submit: submits.times(),
    clientCores: (user + system) / 1000 / (performance.now() - began),
  }
}

function post(
  url: string,
  agent: http.Agent,
  [path, { method = 'POST', headers, body }]: ReturnType<typeof requestFor>,
): Promise<{ status: number | undefined; encoding: string | undefined; content: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      url + path,
      { method, agent, headers: { ...(headers as Record<string, string>), 'accept-encoding': 'gzip, deflate, br' } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('end', () => {
          const encoding = response.headers['content-encoding']
          resolve({ status: response.statusCode, encoding, content: Buffer.concat(chunks) })
        })
        response.once('error', reject)
      },
    )
    request.once('error', reject)
    request.end(body as string)
  })
}

if (process.send) process.once('message', (hall: Hall) => void run(hall).then((sat) => process.send!(sat)))
