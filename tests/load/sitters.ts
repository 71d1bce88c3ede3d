import { fork } from 'node:child_process'
import { once } from 'node:events'
import { updateAnswer } from '#features/exams/take/take.contract.ts'
import { Clocked, ExamCaller } from './exam-calls.ts'
import type { Candidate } from './generator.ts'

/** Candidates who sit an exam already and go on saving, whatever else the server does. */
export interface Sitters {
  url: string
  /** Each with an attempt under way. */
  candidates: Candidate[]
  /** Milliseconds between two answers of a candidate on average; each pause is between half of it and one and a half. */
  pause: number
}

export interface Saved {
  calls: Clocked['calls']
  /** Candidates whose answer was refused, or acknowledged as another. */
  errors: number
}

/** Answers of each until the server counts as one in the middle of an exam. */
const SETTLED = 3

/** Lets candidates save until they are told to stop, in a process of their own, which waits for nothing but the server. */
export async function keepSaving(sitters: Sitters): Promise<{ stop: () => Promise<Saved> }> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send(sitters)
  await once(child, 'message')
  return {
    stop: async () => {
      child.send('stop')
      const [saved] = (await once(child, 'message')) as [Saved]
      child.disconnect()
      return saved
    },
  }
}

async function run({ url, candidates, pause }: Sitters, settled: () => void): Promise<Saved> {
  const answers = new Clocked()
  let going = true
  process.once('message', () => (going = false))
  const saveOn = async ({ token, examId, questions }: Candidate) => {
    const caller = new ExamCaller(url, token)
    for (let seq = 1; going; seq += 1) {
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
      const { qid, options } = questions[seq % questions.length]!
      const now = Date.now()
      const answer_option_id = options[seq % options.length]!
      const action = {
        exam_id: examId,
        qid,
        seq,
        answer_option_id,
        marked: false,
        time_from: now - pause,
        time_to: now,
      }
      const receipt = await caller.ask(answers, updateAnswer, action)
      if (receipt.stale || receipt.seq !== seq || receipt.qid !== qid) throw new Error('save: not its receipt')
      if (answers.calls.length === SETTLED * candidates.length) settled()
    }
    caller.close()
  }
  const sat = await Promise.allSettled(candidates.map(saveOn))
  return { calls: answers.calls, errors: sat.filter(({ status }) => status === 'rejected').length }
}

if (process.send) {
  process.once('message', (sitters: Sitters) => {
    void run(sitters, () => process.send!('settled')).then((saved) => process.send!(saved))
  })
}
