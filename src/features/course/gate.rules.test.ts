import { describe, expect, it } from 'vitest'
import { freshGate, onDismiss, onEnd, onPlay, onTime, type GateFacts } from './gate.rules.ts'

const held: GateFacts = { active: true, demo: false, joined: false, joinable: true }

describe('playing a chapter', () => {
  it('is held back for the community prompt until the learner joins or closes it', () => {
    expect(onPlay(freshGate, held).does).toBe('prompt')
    expect(onPlay(freshGate, { ...held, joined: true }).does).toBe('view')
    expect(onPlay(onDismiss(freshGate), held).does).toBe('view')
  })

  it.each([
    ['a course that is not active', { active: false }],
    ['a demo section', { demo: true }],
    ['a course without communities', { joinable: false }],
  ])('is not held back in %s', (_, fact) => {
    expect(onPlay(freshGate, { ...held, ...fact }).does).toBe('view')
  })

  it('is held back at every play that is not dismissed, and then logs nothing', () => {
    const once = onPlay(freshGate, held)
    expect(onPlay(once.gate, held).does).toBe('prompt')
    expect(onTime(once.gate, 400).does).toBeUndefined()
    expect(onEnd(once.gate).does).toBeUndefined()
  })

  it('is logged once, at the first play that is not held back', () => {
    const first = onPlay(onDismiss(freshGate), held)
    expect(first.does).toBe('view')
    expect(onPlay(first.gate, held).does).toBeUndefined()
  })
})

describe('watching a chapter', () => {
  const playing = onPlay(freshGate, { ...held, joined: true }).gate

  it('is logged once, when playback time reaches 300 seconds', () => {
    expect(onTime(playing, 299.9).does).toBeUndefined()
    const reached = onTime(playing, 300)
    expect(reached.does).toBe('watched')
    expect(onTime(reached.gate, 301).does).toBeUndefined()
    expect(onEnd(reached.gate).does).toBeUndefined()
  })

  it('is logged at the end of a video that is shorter', () => {
    expect(onEnd(playing).does).toBe('watched')
  })
})
