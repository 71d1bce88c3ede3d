import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Quiz } from './quizzes.contract.ts'
import { quizState, skippedIn } from './run.rules.ts'
import { takeQuiz, type Finished } from './run.store.ts'
import type { QuickQuestion } from '#features/questions/questions.contract.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const quiz: Quiz = { id: 7, title: 'Primes', duration: 2, question_count: 3, category: null }

/** Options of question n are 10n and 10n + 1; the second is right. */
const question = (id: number): QuickQuestion => ({
  question_id: id,
  question_content: '',
  explanation: '',
  options: [
    { option_id: id * 10, answer_option: '', isAnswer: 'N' },
    { option_id: id * 10 + 1, answer_option: '', isAnswer: 'Y' },
  ],
})
const questions = [1, 2, 3].map(question)

/** A tab with its storage; `open` loads the page in it, once or again. */
function tab(safe = Promise.resolve()) {
  let kept: string | null = null
  let names = 0
  const finished: Finished[] = []
  const open = (given = questions) =>
    takeQuiz(quiz, given, {
      read: () => kept,
      write: (text) => (kept = text),
      name: () => `attempt ${(names += 1)}`,
      onFinish: (result) => {
        finished.push(result)
        return safe
      },
    })
  return { open, finished, fill: (text: string) => (kept = text), kept: () => kept }
}

describe('a quiz', () => {
  it('has duration times 60 seconds, which are counted down every second', () => {
    const run = tab().open()
    expect(run.$secondsLeft.get()).toBe(120)
    vi.advanceTimersByTime(1000)
    expect(run.$secondsLeft.get()).toBe(119)
  })

  it('locks an answer once it is chosen', () => {
    const run = tab().open()
    run.choose(10)
    run.choose(11)
    expect(run.$run.get().chosen).toEqual({ 1: 10 })
  })

  it('turns to questions that are there, and to no others', () => {
    const run = tab().open()
    run.goTo(-1)
    run.goTo(2)
    run.goTo(3)
    expect(run.$run.get().index).toBe(2)
    run.choose(31)
    expect(run.$run.get().chosen).toEqual({ 3: 31 })
  })

  it('tells questions that were seen and left from those that were never seen', () => {
    const { open, finished } = tab()
    const run = open()
    run.goTo(2)
    run.choose(31)
    const { chosen, seen } = run.$run.get()
    expect([1, 2, 3].map((id) => quizState({ chosen, seen }, id))).toEqual(['not_answered', 'not_visited', 'answered'])
    run.submit()
    expect(skippedIn(finished[0]!.run, questions)).toEqual([1])
  })

  it('is over when it is submitted, once, and nothing changes after that', async () => {
    const { open, finished, kept } = tab()
    const run = open()
    run.choose(11)
    run.submit()
    run.submit()
    run.goTo(1)
    run.choose(20)
    vi.advanceTimersByTime(600_000)
    expect(finished).toHaveLength(1)
    expect(finished[0]).toMatchObject({
      by: 'learner',
      run: { submission: 'attempt 1', chosen: { 1: 11 } },
      outcome: { total: 3, not_attended: 2, correct: 1, incorrect: 0 },
    })
    expect(run.$run.get()).toMatchObject({ index: 0, chosen: { 1: 11 } })
    await vi.advanceTimersByTimeAsync(0)
    expect(kept()).toBeNull()
  })

  it('is ended once more, under the same name, by a page whose predecessor closed before the result was kept', async () => {
    const { open, finished } = tab(new Promise(() => {}))
    const run = open()
    run.choose(11)
    run.submit()
    await vi.advanceTimersByTimeAsync(0)
    open().submit()
    expect(finished[1]!.run).toEqual(finished[0]!.run)
  })

  it('is over when its time is', () => {
    const { open, finished } = tab()
    const run = open()
    run.choose(10)
    vi.advanceTimersByTime(119_000)
    expect(finished).toEqual([])
    vi.advanceTimersByTime(1000)
    expect(finished).toMatchObject([{ by: 'timer', outcome: { incorrect: 1, not_attended: 2 } }])
    expect(run.$secondsLeft.get()).toBe(0)
  })

  it('counts the time that the device slept', () => {
    const { open, finished } = tab()
    const run = open()
    vi.setSystemTime(Date.now() + 60_000)
    run.tick()
    expect(run.$secondsLeft.get()).toBe(60)
    vi.setSystemTime(Date.now() + 600_000)
    run.tick()
    expect(finished).toMatchObject([{ by: 'timer' }])
  })
})

describe('a reload', () => {
  it('goes on at the same question with the same answers, while the clock has gone on', () => {
    const { open } = tab()
    const before = open()
    before.choose(11)
    before.goTo(1)
    before.stop()
    vi.advanceTimersByTime(30_000)
    const after = open()
    expect(after.$run.get()).toEqual(before.$run.get())
    expect(after.$secondsLeft.get()).toBe(90)
  })

  it('remembers what was seen, and knows of one kept without it that the question on the screen is', () => {
    const { open, fill, kept } = tab()
    const before = open()
    before.goTo(2)
    before.goTo(1)
    before.stop()
    expect(open().$run.get().seen).toEqual([1, 2, 3])
    const { seen: _, ...without } = JSON.parse(kept()!) as object & { seen: unknown }
    fill(JSON.stringify({ ...without, seen: undefined }))
    expect(open().$run.get().seen).toEqual([2])
  })

  it('ends a quiz whose time ran out meanwhile with what was answered', () => {
    const { open, finished } = tab()
    const before = open()
    before.choose(11)
    before.stop()
    vi.advanceTimersByTime(600_000)
    open()
    expect(finished).toMatchObject([{ by: 'timer', outcome: { correct: 1, not_attended: 2 } }])
  })

  it('begins anew after the result, and where nothing was answered before the time ran out', async () => {
    const { open, finished } = tab()
    open().submit()
    await vi.advanceTimersByTimeAsync(0)
    expect(open().$run.get()).toMatchObject({ submission: 'attempt 2', index: 0, chosen: {} })
    vi.advanceTimersByTime(1000)
    finished.length = 0
    vi.setSystemTime(Date.now() + 600_000)
    expect(open().$secondsLeft.get()).toBe(120)
  })

  it('drops answers to what the quiz no longer has, and stays within it', () => {
    const { open } = tab()
    const before = open()
    before.choose(11)
    before.goTo(2)
    before.choose(30)
    before.stop()
    const after = open([question(2), question(1)])
    expect(after.$run.get()).toMatchObject({ index: 1, chosen: { 1: 11 } })
  })

  it.each(['', 'no json', 'null', '[]', '{"submission":1}', '{"submission":"a","deadline":9e15,"index":"x"}'])(
    'begins anew when what was kept is %j',
    (text) => {
      const { open, fill } = tab()
      fill(text)
      expect(open().$run.get()).toMatchObject({ submission: 'attempt 1', index: 0, chosen: {} })
    },
  )
})
