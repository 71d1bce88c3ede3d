import { beforeEach, expect, it, vi } from 'vitest'
import { vimeoPort } from './vimeo-port.ts'

type Told = { seconds: number; duration: number }

/** Stands in for the provider's script: remembers commands, says what the test has it say. */
const { Sdk, made } = vi.hoisted(() => {
  const made: InstanceType<typeof Sdk>[] = []
  class Sdk {
    frame: unknown
    heard = new Map<string, (told: Told) => void>()
    muted = false
    volume = 0.5
    whenReady = Promise.withResolvers<void>()
    constructor(frame: unknown) {
      this.frame = frame
      made.push(this)
    }
    on = (event: string, listener: (told: Told) => void) => void this.heard.set(event, listener)
    off = (event: string) => void this.heard.delete(event)
    ready = () => this.whenReady.promise
    play = vi.fn(() => Promise.resolve())
    pause = vi.fn(() => Promise.resolve())
    setCurrentTime = vi.fn(() => Promise.resolve(0))
    setPlaybackRate = vi.fn((_speed: number) => Promise.resolve(1))
    getMuted = () => Promise.resolve(this.muted)
    setMuted = vi.fn((muted: boolean) => Promise.resolve((this.muted = muted)))
    getVolume = () => Promise.resolve(this.volume)
    setVolume = vi.fn((volume: number) => Promise.resolve((this.volume = volume)))
    getTextTracks = () => Promise.resolve([{ language: 'en', kind: 'captions' }])
    enableTextTrack = vi.fn(() => Promise.resolve())
    disableTextTrack = vi.fn(() => Promise.resolve())
    say = (event: string, seconds = 0, duration = 1080) => this.heard.get(event)?.({ seconds, duration })
  }
  return { Sdk, made }
})

vi.mock('@vimeo/player', () => ({ default: Sdk }))

const frame = {} as HTMLIFrameElement
const player = () => made.at(-1)!

beforeEach(() => {
  made.length = 0
})

it('is put on the frame that is there, and says when it answers', async () => {
  const port = vimeoPort(frame, false)
  const ready = vi.fn()
  port.on('ready', ready)
  expect(player().frame).toBe(frame)
  expect(ready).not.toHaveBeenCalled()
  player().whenReady.resolve()
  await vi.waitFor(() => expect(ready).toHaveBeenCalledOnce())
})

it('says that the video does not play when the provider refuses it', async () => {
  const port = vimeoPort(frame, false)
  const failed = vi.fn()
  port.on('error', failed)
  player().whenReady.reject(new Error('This video is private'))
  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce())
})

it('tells plays, pauses, time and the end, and knows the time of the last message', () => {
  const port = vimeoPort(frame, false)
  const heard: string[] = []
  for (const event of ['play', 'pause', 'timeupdate', 'ended'] as const) port.on(event, () => heard.push(event))
  expect([port.paused, port.currentTime, port.duration]).toEqual([true, 0, 0])
  player().say('play', 1)
  player().say('timeupdate', 12)
  expect([port.paused, port.currentTime, port.duration]).toEqual([false, 12, 1080])
  player().say('seeked', 300)
  expect(port.currentTime).toBe(300)
  player().say('pause', 301)
  expect(port.paused).toBe(true)
  player().say('play', 301)
  player().say('ended', 1080)
  expect([port.paused, port.currentTime]).toEqual([true, 1080])
  expect(heard).toEqual(['play', 'timeupdate', 'pause', 'play', 'ended'])
})

it('passes commands on, within what there is', async () => {
  const port = vimeoPort(frame, false)
  await port.play()
  port.pause()
  port.seek(-4)
  port.setSpeed(1.5)
  port.toggleMute()
  port.changeVolume(0.9)
  expect(player().play).toHaveBeenCalledOnce()
  expect(player().pause).toHaveBeenCalledOnce()
  expect(player().setCurrentTime).toHaveBeenCalledWith(0)
  expect(player().setPlaybackRate).toHaveBeenCalledWith(1.5)
  await vi.waitFor(() => expect(player().setVolume).toHaveBeenCalledWith(1))
  expect(player().setMuted).toHaveBeenCalledWith(true)
})

it('leaves what the provider refuses as it was, and lets the caller know that it may not play', async () => {
  const port = vimeoPort(frame, false)
  const refusal = new Error('The plan of the owner has no speeds')
  player().setPlaybackRate.mockRejectedValueOnce(refusal)
  port.setSpeed(2)
  player().play.mockRejectedValueOnce(refusal)
  await expect(port.play()).rejects.toBe(refusal)
})

it('shows captions where the learner likes them, and switches them', async () => {
  const port = vimeoPort(frame, true)
  await vi.waitFor(() => expect(player().enableTextTrack).toHaveBeenCalledWith('en', 'captions'))
  port.toggleCaptions!()
  await vi.waitFor(() => expect(player().disableTextTrack).toHaveBeenCalledOnce())
})

it('hears nothing more once it is let go, and leaves the frame where it is', () => {
  const port = vimeoPort(frame, false)
  const heard = vi.fn()
  for (const event of ['play', 'pause', 'timeupdate', 'ended'] as const) port.on(event, heard)
  port.destroy()
  for (const event of ['play', 'pause', 'timeupdate', 'seeked', 'ended']) player().say(event, 9)
  expect(heard).not.toHaveBeenCalled()
  expect(port.currentTime).toBe(0)
})
