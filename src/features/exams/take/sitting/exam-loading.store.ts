import { $user } from '#features/auth/auth.store.ts'
import { call } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { entriesOfPaper, resume, unsaved, type Action, type Work } from '../answers/attempt.rules.ts'
import { deliverAttempt } from '../answers/attempt.store.ts'
import { goTo } from './exam-answering.store.ts'
import { askAttempt, askExam, sendAction } from './exam-calls.browser.ts'
import { resumeClock, runClock } from '../times/exam-clock.store.ts'
import { detailFailure } from '../../detail/exam-detail.store.ts'
import { hearHandedIn, seeEnd } from './exam-ended.store.ts'
import { handIn } from './exam-hand-in.store.ts'
import { placeOfStart } from '../../exam-outcome.browser.ts'
import { $online, $screen, $writing, inTime, loseWriter, say, session, userId } from './exam-session.store.ts'
import { adopt, holdWriter, takeUpName } from './exam-writer.store.ts'
import { countTimes, tellTimes } from '../times/exam-times.store.ts'
import { hearTabs } from '../page/exam-tabs.browser.ts'
import { startExam } from '../take.contract.ts'
import type { ExamDetail } from '../../detail/detail.contract.ts'
import type { ExamQuestion, OpenAttempt } from '../attempt.contract.ts'
import { dropWish, readJournal, writeEntry } from '../answers/journal.browser.ts'
import { markKept } from '../answers/kept-mark.store.ts'
import { isAsked, watchBack } from '../page/leave-guard.browser.ts'
import { dismiss, notCounted } from '../../not-counted/not-counted.browser.ts'
import { forgetOffline, installWorker } from '../../offline/offline-shell.browser.ts'
import { retryNow } from '../times/retry-pause.browser.ts'
import { keepClock, keepPaper, readExam } from '../../offline/running-exam.browser.ts'
import { clockAnchor, timed, trustDevice } from '#lib/browser/server-time.ts'
import type { ClockAnchor } from '#lib/both/time/server-clock.ts'
import { resumeBeside } from '../answers/set-aside.rules.ts'
import { letterOf } from '#lib/both/text/format.ts'
import { writerName } from '../page/writer.browser.ts'

/** Opening the exam screen, starting an attempt or going on with it, and keeping up with the server. */

/** What was known of the time a moment ago, to go on from when the device slept and the server cannot be asked. */
let anchor: ClockAnchor | undefined

/** Opens the screen for an exam; its address is all it needs. */
export function openExam(id: number): void {
  session.examId = id
  installWorker()
  watchBack()
  markKept()
  $online.set(navigator.onLine)
  addEventListener('online', () => ($online.set(true), wake()))
  addEventListener('offline', () => $online.set(false))
  hearTabs(hearHandedIn)
  // Of two windows side by side both are visible.
  addEventListener('focus', wake)
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'visible' ? wake() : leave()))
  addEventListener('pagehide', leave)
  // From the back-forward cache: whatever happened meanwhile, the server knows.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  addEventListener('beforeunload', (event) => {
    // Somebody else is logged in (features/auth/guard.ts): nobody sees what the question would be about.
    if (document.documentElement.style.display === 'none') return
    const screen = $screen.get()
    if (session.over || !$user.get() || !('attempt' in screen)) return
    const { $work, $journalled } = screen.attempt
    const waits = screen.name === 'finishing' && screen.finishing.cause === 'learner' && !screen.finishing.kept
    // What this device keeps is sent when the exam is opened again. Whoever was asked already has been told so.
    const open = ({ delivery }: Work) => !isAsked() || !$journalled.get() || delivery === 'writing'
    if (waits || unsaved($work.get()).some(open)) event.preventDefault()
  })
  void load()
}

/** Loads the exam, and goes on with the attempt under way; from this device when the server cannot be reached. */
export async function load(): Promise<void> {
  $screen.set({ name: 'loading' })
  const taken = takeUpName(await writerName(userId(), session.examId))
  try {
    const { data } = await askExam()
    await show(data, await taken)
  } catch (error) {
    const away = !(error instanceof ApiError) || error.status >= 500
    const known = away ? await readExam(userId(), session.examId) : undefined
    const open = known?.paper.open_attempt
    if (!known || !open) return $screen.set(detailFailure(error))
    trustDevice(known.clock)
    await run(known.paper, open, (await taken) ? 'here' : 'opened', false)
  }
}

/** @param mine no other tab of this browser goes by the name that the server was asked with */
async function show(given: ExamDetail, mine: boolean): Promise<void> {
  const exam = await adopt(given)
  const { open_attempt: open } = exam
  if (open) {
    // The name is another tab's, though it was given as this one's.
    const writes = open.writer === 'you' && (mine || given !== exam)
    if (writes && !mine) await holdWriter()
    return run(exam, open, writes ? 'here' : 'opened')
  }
  const user = userId()
  const over = new Set(exam.results.map(({ attempt_id }) => attempt_id))
  // Of one whose time has just run out there is no result yet. One that was given back goes on from this journal.
  const last = exam.given_back ? undefined : (await readExam(user, exam.id))?.paper.open_attempt
  if (last) over.add(last.id)
  await forgetOffline(user, exam.id)
  $screen.set({ name: 'gate', exam, notCounted: await notCounted(user, exam.id, [...over]), starting: false })
}

/** The candidate has seen what was not counted. */
export async function hideNotCounted(): Promise<void> {
  const screen = $screen.get()
  if (screen.name !== 'gate') return
  $screen.set({ ...screen, notCounted: { attempts: [], answers: [] } })
  await dismiss(userId(), screen.notCounted)
}

/** Starts an attempt; the candidate has asked for it. */
export async function start(): Promise<void> {
  const screen = $screen.get()
  if (screen.name !== 'gate' || screen.starting) return
  $screen.set({ ...screen, starting: true })
  try {
    const place = placeOfStart(screen.exam.courses)
    const body = { exam_id: session.examId, status: 'start' as const, writer: session.writer, ...place }
    const { data } = await timed(() => call(startExam, { body, signal: inTime() }))
    if (data.open_attempt?.writer === 'you') await holdWriter()
    // One that was given back goes on: a wish from before it ended is not meant.
    if (data.open_attempt) await dropWish(userId(), data.open_attempt.id)
    await show(data, true)
  } catch (error) {
    say((error instanceof ApiError && error.message) || 'Failed to start the exam')
    $screen.set({ ...screen, starting: false })
  }
}

/** @param asked the server was: otherwise all this is what the device kept */
async function run(exam: ExamDetail, open: OpenAttempt, writing: 'here' | 'opened', asked = true): Promise<void> {
  const user = userId()
  const questions = exam.exam_questions
  const { entries, place, wish, times } = await readJournal(user, open.id)
  const journal = entriesOfPaper(entries, questions)
  const work = writing === 'here' ? resume(open.responses, journal, asked) : resumeBeside(open.responses, journal)
  const attempt = deliverAttempt(
    { ...work, visited: { ...work.visited, ...Object.fromEntries((place?.visited ?? []).map((qid) => [qid, true])) } },
    {
      write: (entry) => writeEntry(user, open.id, { ...entry, label: labelOf(entry, questions) }),
      send: (action, leaving) => sendAction(action, open.id, leaving),
      ask: async () => (await askAttempt(open.id))?.responses ?? [],
      onTrouble,
      onOver: () => void seeEnd(),
      onOther: () => {
        loseWriter()
        void refresh()
      },
    },
  )
  if (writing !== 'here') attempt.yieldTo()
  $writing.set(writing)
  $screen.set({ name: 'running', exam, attempt, questions })
  countTimes(open.id, times)
  // A reload goes on where the candidate was.
  goTo(
    Math.max(
      0,
      questions.findIndex(({ qid }) => qid === place?.qid),
    ),
  )
  attempt.wake()
  runClock(open.deadline_at, {
    onEnd: () => void ($writing.get() === 'here' ? handIn('deadline') : seeEnd()),
    onDoubt: () => void refresh(),
    onMark: () => attempt.wake(),
    onBeat: () => {
      anchor = clockAnchor()
      void keepClock(user, exam.id, anchor)
    },
  })
  if (asked) void keepPaper(user, exam)
  if (wish && writing === 'here') void handIn('learner', { again: true })
}

function labelOf({ qid, option }: Action, questions: readonly ExamQuestion[]) {
  const index = questions.findIndex((question) => question.qid === qid)
  const position = questions[index]?.question.answer_option.findIndex(({ id }) => id === option) ?? -1
  return { question: index + 1, letter: position < 0 ? null : letterOf(position) }
}

function onTrouble({ option }: Action, trouble: 'kept' | 'failed' | 'refused'): void {
  if (!$user.get()) return
  // An answer that could not travel is safe on this device, and the header says so.
  if (option === null) say(trouble === 'kept' ? 'Error while clearing answer' : 'Failed to clear answer.')
  else if (trouble !== 'kept') say('Failed to update asnwer')
}

/** The network is back, or the page is looked at again. */
function wake(): void {
  retryNow()
  const screen = $screen.get()
  if (screen.name !== 'running') return
  if ($writing.get() !== 'here') void tellTimes()
  screen.attempt.wake()
  void refresh()
}

/** The page goes out of sight, and perhaps for good. */
function leave(): void {
  const screen = $screen.get()
  if (!('attempt' in screen)) return
  screen.attempt.leave()
  void tellTimes(true)
}

/** A window that is looked at again says so twice. */
let refreshing = false

/** Asks the server for its time, for the writer, and for answers given elsewhere. */
async function refresh(): Promise<void> {
  const screen = $screen.get()
  const known = anchor
  if (refreshing || screen.name !== 'running' || !screen.exam.open_attempt) return
  refreshing = true
  try {
    const told = await askExam()
    const open = told.data.open_attempt
    if ($screen.get() !== screen) return
    if (open?.id !== screen.exam.open_attempt.id) return void seeEnd(told)
    if (open.writer !== 'you') loseWriter()
    screen.attempt.take(open.responses)
    resumeClock(open.deadline_at)
    void keepPaper(userId(), { ...screen.exam, open_attempt: open })
  } catch {
    // The next answer is sent all the same. Of the time the device knows no more than what it kept.
    if (known && $screen.get() === screen) trustDevice(known)
  } finally {
    refreshing = false
  }
}
