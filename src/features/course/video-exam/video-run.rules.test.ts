import { describe, expect, it } from 'vitest'
import { chooseAndAdvance, goBack, goOn, newVideoRun } from './video-run.rules.ts'

const questions = [{ question_id: 7 }, { question_id: 3 }, { question_id: 5 }]

describe('a video based exam', () => {
  it('stores each choice and advances, and is over after the last', () => {
    const run = [70, 30, 50].reduce((before, option) => chooseAndAdvance(before, questions, option), newVideoRun)
    expect(run).toEqual({ index: 3, chosen: { 7: 70, 3: 30, 5: 50 } })
  })

  it('lets a choice be changed from the question after it: the last choice counts, once', () => {
    const mistaken = chooseAndAdvance(newVideoRun, questions, 71)
    const back = goBack(mistaken)
    expect(back).toEqual({ index: 0, chosen: { 7: 71 } })
    expect(chooseAndAdvance(back, questions, 70)).toEqual({ index: 1, chosen: { 7: 70 } })
  })

  it('goes back as far as wanted, and on again without choosing, but past no question without an answer', () => {
    const two = chooseAndAdvance(chooseAndAdvance(newVideoRun, questions, 70), questions, 30)
    const first = goBack(goBack(two))
    expect(first.index).toBe(0)
    expect(goBack(first)).toEqual(first)
    expect(goOn(goOn(first, questions), questions)).toEqual(two)
    expect(goOn(two, questions)).toEqual(two)
  })
})
