import type { ExamPorts, PageEvents } from '#features/exams/take/sitting/exam-ports.store.ts'
import { sitExam } from '#features/exams/take/sitting/sit-exam.store.ts'
import type { HandedIn } from '#features/exams/take/page/exam-tabs.browser.ts'
import { resultPath } from '#features/exams/exam-outcome.browser.ts'
import { keepServerTime } from '#lib/browser/server-time.ts'
import { Unreachable } from '#lib/browser/call/call.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { fakeDisk } from './device-disk.ts'
import { fakeTimers } from './fake-timers.ts'
import type { TestApi } from '../api/api.ts'
import type { SeededExam } from '../scenes/exam-fixture.ts'

/** The exam screen without its drawing, before the API itself: devices of a learner whose time, network and disk a test decides about. */

/** What a network does with the requests to a path; of those that are not named, each arrives and is answered. */
export type Fate =
  /** It never arrives. */
  | 'lost'
  /** It arrives, and its reply is lost. */
  | 'mute'
  /** Nobody answers, until `release`. */
  | 'held'
  /** It arrives at `release`, whether or not anybody still waits for an answer. */
  | 'late'
  /** What stands before the server, or the server, answers in its place. */
  | { status: number; code?: 'unavailable' | 'storage_full' | 'internal'; retryAfter?: number }

/** A request that left a device: the end of its path, and what it said. */
interface Sent {
  path: string
  body: Record<string, unknown>
}

/** All devices of one learner at one exam. */
export function hall(api: TestApi, exam: SeededExam, token: string, learner: number) {
  let inFlight = 0
  let named = 0
  const timers = fakeTimers(api.clock, () => inFlight === 0)
  const counted = async <Reply>(request: Promise<Reply>): Promise<Reply> => {
    inFlight += 1
    return request.finally(() => (inFlight -= 1))
  }
  return {
    /** Everything happens that waits for no time. */
    settled: timers.settled,
    /** So much time passes, with all that is due in it. */
    pass: timers.pass,
    /** A browser of the learner's. @param wrong how far its time of day is off, milliseconds */
    device: (wrong = 0) =>
      deviceOf({
        api,
        exam,
        learner,
        timers,
        counted,
        wrong,
        newName: () => `a-tab-of-the-learners-${(named += 1)}`,
        session: { token },
      }),
  }
}

interface Surroundings {
  api: TestApi
  exam: SeededExam
  learner: number
  timers: ReturnType<typeof fakeTimers>
  counted: <Reply>(request: Promise<Reply>) => Promise<Reply>
  wrong: number
  newName: () => string
  session: { token: string | undefined }
}

function deviceOf({ api, exam, learner, timers, counted, wrong, newName, session }: Surroundings) {
  const disk = fakeDisk()
  const began = api.clock.now()
  const device = {
    /** How far its time of day is off. */
    wrong,
    online: true,
    /** By the end of the path. */
    fates: {} as Record<string, Fate>,
    sent: [] as Sent[],
    release: () => {},
    flashes: [] as string[],
    /** Whether the log-in page may say that answers are kept. */
    marked: false,
  }
  const held = { release: Promise.resolve() }
  const hold = () => {
    held.release = new Promise((resolve) => (device.release = resolve))
  }
  hold()
  const tabs = new Set<{ hear: (told: HandedIn) => void }>()
  let writing: { tab: object; onLost: () => void } | undefined

  const fateOf = (path: string): Fate | undefined =>
    Object.entries(device.fates).find(([end]) => path.endsWith(end))?.[1]

  const request = async (endpoint: Endpoint, input: Record<string, unknown>): Promise<unknown> => {
    const { signal, keepalive: _keepalive, ...rest } = input as { signal?: AbortSignal; keepalive?: boolean }
    device.sent.push({ path: endpoint.path, body: (input.body ?? {}) as Sent['body'] })
    const fate = device.online ? fateOf(endpoint.path) : 'lost'
    if (fate === 'lost') throw new Unreachable('')
    const arrive = () => counted(api.call(endpoint, rest as never, session.token ? { token: session.token } : {}))
    const later = fate === 'late' ? held.release.then(arrive) : undefined
    if (fate === 'held' || later) {
      const aborted = new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      )
      await Promise.race([held.release, aborted])
    }
    if (typeof fate === 'object') {
      const { status, ...more } = fate
      throw new ApiError(status, 'Not now.', more)
    }
    const { status, body } = await (later ?? arrive())
    if (fate === 'mute') throw new Unreachable('')
    if (status === 200) return body
    // Whose log-in has ended is nobody any more.
    if (status === 401) session.token = undefined
    throw new ApiError(status, body.message ?? '', body.code ? { code: body.code } : {})
  }

  /** Opens the exam's address in a new tab. */
  const open = () => {
    const tab = { hear: (_told: HandedIn) => {}, alive: true }
    const never = new Promise<never>(() => {})
    const went: string[] = []
    let events: PageEvents | undefined
    let visible = true
    const own = timers.of(() => tab.alive)
    const time = keepServerTime({
      steady: () => api.clock.now() - began,
      origin: () => began,
      wall: () => api.clock.now() + device.wrong,
    })
    const end = () => {
      tab.alive = false
      tabs.delete(tab)
      if (writing?.tab === tab) writing = undefined
    }
    const ports: ExamPorts = {
      call: (async (endpoint: Endpoint, input: Record<string, unknown>) => {
        if (!tab.alive) return never
        const answer = request(endpoint, input)
        // A page that is gone hears nothing.
        return answer.finally(() => (tab.alive ? undefined : never))
      }) as ExamPorts['call'],
      learner: () => (session.token ? learner : 0),
      time: { ...time, ...own, limit: (ms) => own.limit(ms) },
      journal: disk.journal,
      device: disk.device,
      leftBehind: { notCounted: async () => ({ attempts: [], answers: [] }), dismiss: async () => {} },
      writers: {
        newWriterName: newName,
        writerName: async (user, id) => {
          const known = disk.nameOf(user, id)
          if (known) return known
          const name = newName()
          await disk.device.keepWriter(user, id, name)
          return name
        },
        lockWriter: async (_user, _exam, take, onLost) => {
          if (writing && writing.tab !== tab) {
            if (!take) return false
            writing.onLost()
          }
          writing = { tab, onLost }
          return true
        },
      },
      tabs: {
        hearTabs: (hear) => {
          tab.hear = hear
          tabs.add(tab)
        },
        tellTabs: (told) => {
          for (const other of tabs) if (other !== tab) other.hear(told)
        },
      },
      page: {
        isOnline: () => device.online,
        isVisible: () => visible,
        watch: (given) => {
          events = given
        },
        reload: () => {
          went.push('reload')
          end()
        },
        watchBack: () => {},
        isAsked: () => false,
        leaveFor: async (path) => {
          went.push(path)
          end()
        },
        resultPath,
        placeOfStart: () => ({}),
        leaveFlash: (messages) => void device.flashes.push(...messages),
        markKept: (kept) => {
          device.marked = kept
        },
      },
    }
    const sitting = sitExam(exam.id, ports)
    sitting.open()
    const running = () => {
      const screen = sitting.$screen.get()
      if (screen.name !== 'running') throw new Error(`The screen shows ${screen.name}`)
      return screen
    }
    return {
      ...sitting,
      /** The exam under way. @throws Error when the screen shows something else */
      running,
      /** How the answer to a question stands, by its place in the paper. */
      answerTo: (index: number) => running().attempt.$work.get().work[exam.questions[index]!.qid],
      /** The name under which the tab writes. */
      name: () => sitting.writer,
      /** Where the page went. */
      went,
      focus: () => events!.onFocus(),
      hide: (hidden: boolean) => {
        visible = !hidden
        events!.onVisible(visible)
      },
      asksToLeave: () => events!.asksToLeave(),
      hearNetwork: (there: boolean) => events!.onNetwork(there),
      /** The page goes, as a tab that is closed or an address that is left. */
      close: () => {
        events!.onLeave()
        end()
      },
      /** It is gone without a word, as when the battery is empty. */
      crash: end,
    }
  }

  const opened: ReturnType<typeof open>[] = []
  return Object.assign(device, {
    disk,
    /** Nothing is answered any more that is held from now on. */
    hold,
    open: () => {
      const tab = open()
      opened.push(tab)
      return tab
    },
    network: (there: boolean) => {
      device.online = there
      for (const tab of opened) tab.hearNetwork(there)
    },
    /** Bodies of the requests to what ends so. */
    sentTo: (end: string) => device.sent.filter(({ path }) => path.endsWith(end)).map(({ body }) => body),
    /** The learner logs in again, or out. */
    logIn: (token: string | undefined) => (session.token = token),
  })
}
