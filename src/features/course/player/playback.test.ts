import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { GateFacts } from '../gate.rules.ts'
import { followPlayback, type PlaybackDuties } from './playback.browser.ts'
import { playerEvents, type PlayerPort } from './player-port.browser.ts'

/** A player whose clock the test moves. */
function player() {
  const { on, emit } = playerEvents()
  const state = { currentTime: 0, paused: true }
  const port: PlayerPort = {
    play: vi.fn(() => {
      state.paused = false
      emit('play')
      return Promise.resolve()
    }),
    pause: vi.fn(() => {
      state.paused = true
      emit('pause')
    }),
    get currentTime() {
      return state.currentTime
    },
    get paused() {
      return state.paused
    },
    duration: 600,
    on,
    seek: () => {},
    setSpeed: () => {},
    toggleMute: () => {},
    changeVolume: () => {},
    toggleCaptions: undefined,
    destroy: () => {},
  }
  return {
    port,
    play: () => {
      state.paused = false
      emit('play')
    },
    at: (seconds: number) => {
      state.currentTime = seconds
      emit('timeupdate')
    },
    end: () => emit('ended'),
  }
}

const page = new EventTarget()
const facts: GateFacts = { active: true, demo: false, joined: true, joinable: true }
const duties = () =>
  ({
    from: 0,
    facts: () => facts,
    prompt: vi.fn(),
    logView: vi.fn(),
    logWatched: vi.fn(),
    save: vi.fn(),
    ended: vi.fn(),
  }) satisfies PlaybackDuties

beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})

describe('following a chapter', () => {
  it('pauses the video and asks to join, and plays on when the learner closes the prompt', () => {
    const { port, play } = player()
    const does = { ...duties(), facts: () => ({ ...facts, joined: false }) }
    const playback = followPlayback(port, does)
    expect(port.paused).toBe(true)
    play()
    expect(port.pause).toHaveBeenCalledOnce()
    expect(does.prompt).toHaveBeenCalledOnce()
    expect(does.logView).not.toHaveBeenCalled()
    playback.dismiss()
    expect(port.paused).toBe(false)
    expect(does.logView).toHaveBeenCalledOnce()
    port.pause()
    play()
    expect(does.prompt).toHaveBeenCalledOnce()
    expect(does.logView).toHaveBeenCalledOnce()
  })

  it('leaves the video paused where the browser does not let it play on', async () => {
    const { port, play } = player()
    const playback = followPlayback(port, { ...duties(), facts: () => ({ ...facts, joined: false }) })
    play()
    vi.mocked(port.play).mockRejectedValueOnce(new DOMException('Not allowed', 'NotAllowedError'))
    playback.dismiss()
    await expect(vi.mocked(port.play).mock.results.at(-1)?.value).rejects.toThrow('Not allowed')
    expect(port.paused).toBe(true)
  })

  it('logs one view and, at 300 seconds, one watched', () => {
    const { port, play, at } = player()
    const does = duties()
    followPlayback(port, does)
    play()
    play()
    at(299)
    expect(does.logWatched).not.toHaveBeenCalled()
    at(300)
    at(320)
    expect(does.logView).toHaveBeenCalledOnce()
    expect(does.logWatched).toHaveBeenCalledOnce()
  })

  it('saves the position every ten seconds, at a pause, and when the page goes away', () => {
    const { port, play, at } = player()
    const does = duties()
    followPlayback(port, does)
    play()
    for (let second = 1; second <= 21; second += 0.5) at(second)
    expect(does.save.mock.calls).toEqual([
      [10, false, 10_000],
      [20, false, 10_000],
    ])
    at(24)
    port.pause()
    expect(does.save).toHaveBeenLastCalledWith(24, false, 4000)
    play()
    at(27)
    page.dispatchEvent(new Event('pagehide'))
    expect(does.save).toHaveBeenLastCalledWith(27, true, 3000)
  })

  it('counts what was played, not what was jumped over, and what is played again once more', () => {
    const { port, play, at } = player()
    const does = duties()
    followPlayback(port, does)
    play()
    at(2)
    at(200)
    at(202)
    at(100)
    at(101.5)
    port.pause()
    const told = does.save.mock.calls.reduce((sum, [, , ms]) => sum + Number(ms), 0)
    expect(told).toBe(5500)
  })

  it('saves nothing of a play that was held back', () => {
    const { port, play, at } = player()
    const does = { ...duties(), facts: () => ({ ...facts, joined: false }) }
    followPlayback(port, does)
    play()
    at(40)
    page.dispatchEvent(new Event('pagehide'))
    expect(does.save).not.toHaveBeenCalled()
  })

  it('begins anew after the end and offers what is next', () => {
    const { port, play, at, end } = player()
    const does = duties()
    followPlayback(port, does)
    play()
    at(60)
    end()
    expect(does.save).toHaveBeenLastCalledWith(0, false, 0)
    expect(does.ended).toHaveBeenCalledOnce()
  })

  it('keeps the position and hears nothing more once the chapter changes', () => {
    const { port, play, at } = player()
    const does = duties()
    const playback = followPlayback(port, does)
    play()
    at(5)
    playback.stop()
    at(400)
    page.dispatchEvent(new Event('pagehide'))
    expect(does.logWatched).not.toHaveBeenCalled()
    expect(does.save.mock.calls).toEqual([[5, false, 0]])
  })
})
