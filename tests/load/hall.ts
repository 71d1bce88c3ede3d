import { fork } from 'node:child_process'
import { once } from 'node:events'
import { clearAnswer, startExam, submitExam, updateAnswer } from '#features/exams/take/take.contract.ts'
import { Clocked, ExamCaller, type Times } from './exam-calls.ts'
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

export interface Sat {
  /** Candidates whose every call was answered with success. */
  completed: number
  /** Replies other than 200, receipts for something else, connections that broke. */
  errors: number
  /** From the first request to the last reply of this kind. */
  startsPerSecond: number
  savesPerSecond: number
  /** From the first request to start to the last reply to one, in milliseconds since 1970. */
  starting: { from: number; until: number }
  start: Times
  save: Times
  submit: Times
  /** Processor time that the candidates took, as a share of one core. */
  clientCores: number
}

/** Lets a hall sit its exam, in a process of its own. */
export function sit(hall: Hall): { started: Promise<void>; sat: Promise<Sat> } {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const told = async () => ((await once(child, 'message')) as [unknown])[0]
  const started = told()
  child.send(hall)
  return {
    /** Resolves once nobody waits for a start any more. */
    started: started.then(() => {}),
    sat: started.then(told).then((sat) => {
      child.disconnect()
      return sat as Sat
    }),
  }
}

async function run({ url, candidates, saves, pause }: Hall, allStarted: () => void): Promise<Sat> {
  const starts = new Clocked()
  const answers = new Clocked()
  const submits = new Clocked()
  let errors = 0
  let waiting = candidates.length

  const sitOne = async ({ token, examId, questions }: Candidate) => {
    const caller = new ExamCaller(url, token)
    try {
      const { data } = await caller.ask(starts, startExam, { exam_id: examId, status: 'start' }).finally(() => {
        if (--waiting === 0) allStarted()
      })
      if (data.exam_questions.length !== questions.length) throw new Error('start: not the whole paper')
      const common = { exam_id: examId, attempt_id: data.open_attempt!.id }
      for (let seq = 1; seq <= saves; seq += 1) {
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
        const { qid, options } = questions[seq % questions.length]!
        const now = Date.now()
        const action = { ...common, qid, seq, marked: false, time_from: now - pause, time_to: now }
        const receipt =
          seq % 10 === 0
            ? await caller.ask(answers, clearAnswer, action)
            : await caller.ask(answers, updateAnswer, { ...action, answer_option_id: options[seq % options.length]! })
        if (receipt.stale || receipt.seq !== seq || receipt.qid !== qid) throw new Error('save: not its receipt')
      }
      const { result_id } = await caller.ask(submits, submitExam, { ...common, status: 'completed' })
      if (result_id !== common.attempt_id) throw new Error("submit: another attempt's result")
      return true
    } catch (error) {
      errors += 1
      if (errors <= 3) console.error((error as Error).message)
      return false
    } finally {
      caller.close()
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
    starting: starts.span,
    start: starts.times(),
    save: answers.times(),
    submit: submits.times(),
    clientCores: (user + system) / 1000 / (performance.now() - began),
  }
}

if (process.send) {
  process.once('message', (hall: Hall) => {
    void run(hall, () => process.send!('all started')).then((sat) => process.send!(sat))
  })
}
