import { atom, type ReadableAtom } from 'nanostores'
import { secondsLeft } from '#lib/both/time/server-clock.ts'
import type { Quiz } from './quizzes.contract.ts'
import { outcomeOf, type Outcome } from './quizzes.rules.ts'
import { chooseOption, readRun, startRun, turnTo, type Run } from './run.rules.ts'
import type { QuickQuestion } from '#features/questions/questions.contract.ts'

/** A quiz that is over. */
export interface Finished {
  by: 'learner' | 'timer'
  run: Run
  outcome: Outcome
}

export interface RunPorts {
  /** Where the run is kept over a reload; what is kept may be lost. */
  read: () => string | null
  write: (kept: string | null) => void
  /** A name that no other attempt has. */
  name: () => string
  /** Resolves when the result is in safety. */
  onFinish: (finished: Finished) => Promise<unknown>
}

export interface QuizRun {
  $run: ReadableAtom<Run>
  $secondsLeft: ReadableAtom<number>
  $finished: ReadableAtom<Finished | undefined>
  choose: (optionId: number) => void
  /** Shows another question; out of range nothing happens. */
  goTo: (index: number) => void
  submit: () => void
  /** Looks at the clock: after sleep a tick may be long in coming. */
  tick: () => void
  stop: () => void
}

/** Takes a quiz: begins it, or goes on with the one that was kept, and ends it when the time is over. */
export function takeQuiz(quiz: Quiz, questions: readonly QuickQuestion[], ports: RunPorts): QuizRun {
  const kept = readRun(ports.read(), questions, Date.now())
  const $run = atom(kept ?? startRun(questions, quiz.duration, Date.now(), ports.name()))
  const $secondsLeft = atom(secondsLeft($run.get().deadline, Date.now()))
  const $finished = atom<Finished | undefined>(undefined)

  const move = (run: Run) => {
    if ($finished.get() || run === $run.get()) return
    $run.set(run)
    ports.write(JSON.stringify(run))
  }
  const finish = (by: Finished['by']) => {
    if ($finished.get()) return
    clearInterval(ticking)
    const run = $run.get()
    const finished = { by, run, outcome: outcomeOf(questions, run.chosen) }
    $finished.set(finished)
    // Retake reloads the page, and must then begin anew; a page that ends before the result is kept ends it once more.
    void ports.onFinish(finished).then(() => ports.write(null))
  }
  const tick = () => {
    if ($finished.get()) return
    // By the deadline, not by counting ticks: a device that slept has lost the time.
    const left = secondsLeft($run.get().deadline, Date.now())
    $secondsLeft.set(left)
    if (left === 0) finish('timer')
  }
  const ticking = setInterval(tick, 1000)
  ports.write(JSON.stringify($run.get()))
  tick()
  return {
    $run,
    $secondsLeft,
    $finished,
    choose: (optionId) => {
      const run = $run.get()
      move(chooseOption(run, questions[run.index]!.question_id, optionId))
    },
    goTo: (index) => {
      const run = $run.get()
      if (index >= 0 && index < questions.length && index !== run.index) move(turnTo(run, questions, index))
    },
    submit: () => finish('learner'),
    tick,
    stop: () => clearInterval(ticking),
  }
}
