import { beforeEach, expect, it, vi } from 'vitest'
import { YOUTUBE, youtubePort } from './youtube-port.ts'

const page = new EventTarget()
const inside = { postMessage: vi.fn() }
let frame: HTMLIFrameElement

const sent = () => inside.postMessage.mock.calls.map(([text]) => JSON.parse(text as string) as Record<string, unknown>)
const say = (data: object, origin = YOUTUBE, source: unknown = inside) =>
  page.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(data), origin, source }))

beforeEach(() => {
  inside.postMessage.mockClear()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  frame = Object.assign(new EventTarget(), { contentWindow: inside }) as unknown as HTMLIFrameElement
})

it('asks the frame to talk once it is there, and keeps commands until it does', () => {
  const port = youtubePort(frame)
  void port.play()
  frame.dispatchEvent(new Event('load'))
  expect(sent().map(({ event }) => event)).toEqual(['listening'])
  say({ event: 'initialDelivery', info: { duration: 90 } })
  expect(sent().at(-1)).toMatchObject({ event: 'command', func: 'playVideo' })
  expect(port.duration).toBe(90)
  port.destroy()
})

it('tells plays, pauses, time and the end', () => {
  const port = youtubePort(frame)
  const heard: string[] = []
  for (const event of ['play', 'pause', 'timeupdate', 'ended'] as const) port.on(event, () => heard.push(event))
  say({ event: 'infoDelivery', info: { playerState: 1 } })
  say({ event: 'infoDelivery', info: { currentTime: 12 } })
  expect([port.paused, port.currentTime]).toEqual([false, 12])
  say({ event: 'infoDelivery', info: { playerState: 2 } })
  say({ event: 'infoDelivery', info: { playerState: 0 } })
  expect(heard).toEqual(['play', 'timeupdate', 'pause', 'ended'])
  port.destroy()
})

it('listens to its own frame and its provider only', () => {
  const port = youtubePort(frame)
  say({ event: 'infoDelivery', info: { currentTime: 5 } }, 'https://example.org')
  say({ event: 'infoDelivery', info: { currentTime: 5 } }, YOUTUBE, {})
  expect(port.currentTime).toBe(0)
  port.destroy()
  say({ event: 'infoDelivery', info: { currentTime: 5 } })
  expect(port.currentTime).toBe(0)
})
