import { vi } from 'vitest'
import type { ExamDetail } from '#features/exams/detail/detail.contract.ts'
import type { OpenAttempt, SavedResponse } from '#features/exams/take/attempt.contract.ts'
import { fakeDatabases } from './fake-databases.ts'
import { fakeLocks } from './fake-locks.ts'
import { storageOver } from './fake-storage.ts'

/** The exam screen without its drawing: its stores in a browser and before a server that the test decides about. */

export const NOW = 1_800_000_000_000
export const EXAM = 7
export const ATTEMPT = 70
export const RESULT = `/mock-test/${EXAM}/exam-result/${ATTEMPT}`
export const LEARNER = 5
/** Key of the attempt's second journal in local storage. */
export const JOURNAL_KEY = `padavu-journal ${LEARNER} ${ATTEMPT}`
const MINUTES = 20

type Reply = { status: number; body: object }

/** What the server has, and what it does with the next requests. */
interface ExamServer {
  /** away: no request reaches it. */
  away: boolean
  /** Answers in place of the server: the path without its beginning, as `exam/submit`. */
  instead: Partial<Record<string, () => Reply>>
  /** Requests that arrived, in order: the path, and what they said. */
  got: { path: string; body: Record<string, unknown> }[]
  responses: SavedResponse[]
  deadline: number
  /** The name of the tab that writes, as the server knows it. */
  writer: string | undefined
  finished: boolean
  finishedBy: 'learner' | 'deadline'
  givenBack: boolean
  /** Milliseconds that its clock is ahead of the device's. */
  ahead: number
  /** How often staff have given the attempt more time. */
  moved: number
}

const question = (qid: number) => ({
  qid,
  section: 0,
  question: { question_content: '', answer_option: [11, 22].map((id) => ({ id: qid * 100 + id, answer_option: '' })) },
})

const nowOf = ({ ahead }: ExamServer) => Date.now() + ahead

function detailOf(server: ExamServer, writer: string | null): ExamDetail {
  const open: OpenAttempt = {
    id: ATTEMPT,
    number: 1,
    started_at: NOW,
    deadline_at: server.deadline,
    writer: server.writer === undefined ? 'nobody' : server.writer === writer ? 'you' : 'another',
    responses: server.responses,
  }
  const under = !server.finished && nowOf(server) < server.deadline
  return {
    id: EXAM,
    name: 'Mock',
    exam_type: { id: 1 },
    courses: [],
    sections: [{ title: '', question_count: 3 }],
    exam_questions: under ? [1, 2, 3].map(question) : [],
    open_attempt: under && !server.givenBack ? open : null,
    given_back: server.givenBack ? { seconds_left: 60 } : null,
    results: server.finished ? [{ attempt_id: ATTEMPT, finished_by: server.finishedBy }] : [],
  } as unknown as ExamDetail
}

function answerOf(server: ExamServer, url: URL, body: Record<string, unknown>): Reply {
  const path = url.pathname.replace(/^.*\/user\/courses\//, '')
  server.got.push({ path, body })
  const given = server.instead[path]?.()
  if (given) return given
  const ok = (more: object): Reply => ({ status: 200, body: { status: true, server_time: nowOf(server), ...more } })
  const refuse = (code: string): Reply => ({ status: 409, body: { code, message: code } })
  if (path.startsWith('exam/detail/')) return ok({ data: detailOf(server, url.searchParams.get('writer')) })
  if (path === 'exam/start') {
    server.writer ??= body.writer as string
    return ok({ data: detailOf(server, body.writer as string) })
  }
  if (path === 'exam/claim') {
    if (server.finished) return refuse('finished')
    server.writer = body.writer as string
    return ok({ data: detailOf(server, server.writer).open_attempt! })
  }
  const others = body.writer !== undefined && server.writer !== body.writer
  if (path.startsWith('exam/update/')) {
    if (server.finished) return refuse('finished')
    if (others) return refuse('other_writer')
    const { qid, seq } = body as { qid: number; seq: number }
    const response = { qid, seq, marked: false, answer_option_id: (body.answer_option_id as number) ?? null }
    server.responses = [...server.responses.filter((each) => each.qid !== qid), response]
    return ok({ attempt_id: ATTEMPT, qid, seq, stale: false, deadline_at: server.deadline })
  }
  if (path.startsWith('exam/moved/')) return ok({ moved: server.moved })
  if (path === 'exam/submit') {
    if (server.givenBack) return refuse('given_back')
    if (!server.finished && others && nowOf(server) < server.deadline) return refuse('other_writer')
    server.finished = true
    return ok({ result_id: ATTEMPT, exam_type: { id: 1 } })
  }
  return ok({})
}

/** A browser with one learner, who has an attempt under way. What its databases hold outlives a tab. */
export function examBrowser() {
  const server: ExamServer = {
    away: false,
    instead: {},
    got: [],
    responses: [],
    deadline: Date.now() + MINUTES * 60_000,
    writer: undefined,
    finished: false,
    finishedBy: 'learner',
    givenBack: false,
    ahead: 0,
    moved: 0,
  }
  const databases = fakeDatabases()
  const stored = new Map([
    ['user', JSON.stringify({ id: LEARNER, token: 't'.repeat(40), registration_completed: 'Y' })],
  ])
  const local = { full: false, stored }
  const session = new Map<string, string>()
  let page = new EventTarget()
  const newDocument = () =>
    Object.assign(new EventTarget(), {
      visibilityState: 'visible',
      documentElement: { dataset: {}, style: { display: '' } },
    })
  let document = newDocument()
  const went: string[] = []
  const { locks, release } = fakeLocks()
  const navigator = { onLine: true, locks }
  const told: unknown[] = []
  /** Of the tabs that were opened; those that are gone hear nothing any more. */
  const channels: Channel[] = []
  class Channel {
    onmessage?: (event: { data: unknown }) => void
    constructor() {
      channels.push(this)
    }
    postMessage(what: unknown) {
      told.push(what)
    }
  }
  const globals = {
    navigator,
    BroadcastChannel: Channel,
    localStorage: storageOver(stored, () => local.full),
    indexedDB: databases.indexedDB,
    sessionStorage: storageOver(session),
    location: {
      pathname: `/exam/${EXAM}/start`,
      search: '',
      replace: (to: string) => void went.push(to),
      assign: (to: string) => void went.push(to),
      reload: () => void went.push('reload'),
    },
    history: { state: null, replaceState: () => {}, pushState: () => {}, back: () => {} },
    addEventListener: (...given: Parameters<EventTarget['addEventListener']>) => page.addEventListener(...given),
    removeEventListener: (...given: Parameters<EventTarget['removeEventListener']>) =>
      page.removeEventListener(...given),
    fetch: async (url: string, { body }: { body?: string } = {}) => {
      if (server.away || !navigator.onLine) throw new TypeError('Failed to fetch')
      const reply = answerOf(server, new URL(url, 'http://localhost'), JSON.parse(body ?? '{}'))
      return Response.json(reply.body, { status: reply.status })
    },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)

  /** The tab is gone: it hears and does nothing any more. */
  const close = () => {
    vi.clearAllTimers()
    release()
    page = new EventTarget()
    vi.stubGlobal('document', (document = newDocument()))
  }

  return {
    server,
    close,
    /** What the tab remembers, by its key. */
    remembers: (key: string) => session.get(key),
    /** The guard hides the page, for who was logged in is no more. */
    conceal: () => void (document.documentElement.style.display = 'none'),
    /** What a tab that is gone has left in the journal. */
    leave: (of: string | number, value: unknown) =>
      databases.valuesOf('padavu-journal').set(JSON.stringify([LEARNER, ATTEMPT, of]), value),
    /** Its databases and its local storage, and what is wrong with them. */
    databases,
    local,
    /** What the browser's other tabs were told, and their word. */
    told,
    hear: (data: unknown) => channels.at(-1)?.onmessage?.({ data }),
    /** Where the pages were sent. */
    went,
    /** Bodies of the requests to a path that arrived. */
    sent: (path: string) => server.got.filter((each) => each.path === path).map(({ body }) => body),
    /** The window looks at the page again. */
    focus: () => page.dispatchEvent(new Event('focus')),
    hide: (hidden: boolean) => {
      document.visibilityState = hidden ? 'hidden' : 'visible'
      // The window hears it first.
      page.dispatchEvent(new Event('visibilitychange'))
      document.dispatchEvent(new Event('visibilitychange'))
    },
    /** The page goes, as one whose address is left. */
    leavePage: () => page.dispatchEvent(new Event('pagehide')),
    /** True when the browser's stores can be written. */
    disk: (writable: boolean) => {
      databases.state = writable ? 'well' : 'full'
      local.full = !writable
    },
    /** 'Back', on a screen that is guarded. */
    back: () => page.dispatchEvent(Object.assign(new Event('popstate'), { state: { padavuExam: 'before' } })),
    /** True when the browser asks a question of its own before the page goes. */
    asksToLeave: () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true })),
    network: (there: boolean) => {
      navigator.onLine = there
      page.dispatchEvent(new Event(there ? 'online' : 'offline'))
    },
    /** Opens the exam's address in a tab; the one before it is gone. */
    open: async () => {
      close()
      vi.resetModules()
      const { sitExam } = await import('#features/exams/take/sitting/sit-exam.store.ts')
      const { examPage } = await import('#features/exams/take/page/exam-page.browser.ts')
      const guard = await import('#features/exams/take/page/leave-guard.browser.ts')
      // Loaded later by the page, in its own time.
      await import('#features/exams/not-counted/not-counted.browser.ts')
      const sitting = sitExam(EXAM, examPage)
      sitting.open()
      await settled()
      const running = () => {
        const screen = sitting.$screen.get()
        if (screen.name !== 'running') throw new Error(`The screen shows ${screen.name}`)
        return screen
      }
      return { ...sitting, session: sitting, ...guard, running }
    },
  }
}

/** Lets everything happen that waits for less than a second, parts that are loaded later included. */
export async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(450)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(450)
}
