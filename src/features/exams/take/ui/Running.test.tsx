import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { LaterProps } from '#ui/states/Later.tsx'
import type { Kept } from '../../offline/keep-offline.browser.ts'
import { fakeTimeInEachTest } from '../../../../../tests/support/sitting/browser-time.ts'
import { ATTEMPT, examBrowser, LEARNER, NOW, settled } from '../../../../../tests/support/sitting/exam-screen.ts'

// What questions say is no matter here, and its markup is looked through by what browsers alone have.
vi.mock('#features/questions/ui/Html.tsx', () => ({ Html: () => null }))

fakeTimeInEachTest(NOW)
afterEach(() => void vi.doUnmock('#ui/states/Later.tsx'))

type Browser = ReturnType<typeof examBrowser>

const NOT_NOW = () => ({ status: 503, body: { code: 'unavailable', message: 'Not now.' } })

/** Long enough for a try more. */
const aWhile = () => vi.advanceTimersByTimeAsync(20_000)

/** A candidate at the first question. `read` is all that stands on the screen, in the order of the page. */
async function sitting(browser: Browser) {
  const tab = await browser.open()
  const parts = await import('./later/parts.ts')
  // What is fetched later is there at once.
  vi.doMock('#ui/states/Later.tsx', () => ({ Later: ({ children }: LaterProps<object>) => children(parts) }))
  const { face } = await import('./TakeExam.tsx')
  const { SittingProvider } = await import('./sitting.ts')
  const html = () =>
    renderToStaticMarkup(<SittingProvider value={tab.session}>{face(tab.$screen.get())}</SittingProvider>)
  const read = () =>
    html()
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
  /** What the palette says of each question. */
  const states = () => [...html().matchAll(/aria-label="Question \d+, ([^"]+)"/g)].map(([, state]) => state)
  return { tab, html, read, states }
}

describe('while the server cannot take answers', () => {
  test.each<[string, (browser: Browser) => void, string]>([
    [
      'answers that it is unavailable',
      (browser) => (browser.server.instead['exam/update/answer'] = NOT_NOW),
      'The server is unavailable for the moment.',
    ],
    ['does not answer', (browser) => (browser.server.away = true), 'The server cannot be reached.'],
    ['is beyond a network that is gone', (browser) => browser.network(false), 'You are offline.'],
  ])(
    'which %s, the screen says so, and that answers are on this device, until they have arrived',
    async (_, hinder, said) => {
      const browser = examBrowser()
      const { tab, read, states } = await sitting(browser)
      const kept = `${said} Your answers are kept on this device and will be sent as soon as possible.`
      hinder(browser)
      tab.choose(111)
      await settled()
      await tab.next()
      tab.choose(211)
      await settled()
      expect(read()).toContain(kept)
      expect(read()).toContain('2 answers on this device')
      expect(states()).toEqual(['Answered, on this device', 'Answered, on this device', 'Not Visited'])
      Object.assign(browser.server, { away: false, instead: {} })
      browser.network(true)
      await aWhile()
      expect(read()).toContain('All answers saved')
      expect(read()).not.toContain('on this device')
      expect(states()).toEqual(['Answered', 'Answered', 'Not Visited'])
    },
  )

  test('where this device keeps no answers, the candidate is told where they are instead', async () => {
    const browser = examBrowser()
    browser.disk(false)
    const { tab, read, states } = await sitting(browser)
    tab.choose(111)
    await settled()
    expect(read()).toContain('All answers saved')
    expect(read()).toContain(
      'Your answers are sent only to the server and are not kept on this device as well. Please keep this page open until it says that all are saved.',
    )
    browser.server.instead['exam/update/answer'] = NOT_NOW
    await tab.next()
    tab.choose(211)
    await settled()
    expect(read()).toContain('1 answer not saved yet')
    expect(read()).toContain(
      'The server is unavailable for the moment. Your answers are kept on this page and will be sent as soon as possible: please keep it open.',
    )
    expect(states()).toEqual(['Answered', 'Answered, not saved yet', 'Not Visited'])
    browser.server.instead = {}
    await aWhile()
    expect(read()).toContain('All answers saved')
  })
})

test('answers that never arrived stand beside the saved ones where another device went on, and in the summary before the submit', async () => {
  const browser = examBrowser()
  const { tab, html, read } = await sitting(browser)
  browser.network(false)
  tab.choose(111)
  await settled()
  browser.server.writer = 'another-device-it-is'
  browser.server.responses = [{ qid: 1, seq: 5, marked: false, answer_option_id: 122 }]
  browser.network(true)
  await settled()
  expect(read()).toContain('The exam continues in another tab or on another device.')
  expect(read()).toContain('You can only view it here. Everything that was saved is there too.')
  expect(read()).toContain('Answered here but not saved: Question 1: A (saved: B)')
  expect(read()).toContain('Read only')
  await tab.continueHere()
  await settled()
  expect(read()).toContain('1 answer given here had not reached the server when the exam was continued elsewhere.')
  expect(read()).toContain('Use these answers Keep what is saved')
  tab.$dialog.set('submit')
  expect(html()).toMatch(/1 answer that had not reached the server when .* would not be counted\./)
  tab.$dialog.set(undefined)
  tab.running().attempt.decide(false)
  expect(read()).not.toContain('had not reached the server')
})

test('a screen that was opened while another tab writes says so', async () => {
  const browser = examBrowser()
  browser.server.writer = 'another-device-it-is'
  const { read } = await sitting(browser)
  expect(read()).toContain('This exam is open in another tab or on another device.')
})

test('a time that is over by this device alone is told of while the server cannot be asked', async () => {
  const browser = examBrowser()
  const { tab, read } = await sitting(browser)
  browser.network(false)
  await vi.advanceTimersByTimeAsync(browser.server.deadline - Date.now() + 1000)
  expect(tab.$screen.get().name).toBe('finishing')
  expect(read()).toContain('Time is over')
})

test.each<[string, (browser: Browser) => void]>([
  ['visible again', (browser) => browser.hide(false)],
  ['focused', (browser) => browser.focus()],
])('a tab that missed that the network is back says so once it is %s', async (_, look) => {
  const browser = examBrowser()
  const { read } = await sitting(browser)
  browser.network(false)
  expect(read()).toContain('You are offline.')
  // Frozen: the event is lost.
  Object.assign(navigator, { onLine: true })
  look(browser)
  expect(read()).not.toContain('You are offline.')
})

test('an exam that ended elsewhere says that the answers on this device cannot be read', async () => {
  const browser = examBrowser()
  await browser.open()
  browser.databases.state = 'stuck'
  const { tab, read } = await sitting(browser)
  await aWhile()
  browser.hear({ user: LEARNER, attempt: ATTEMPT, how: 'submitted' })
  expect([tab.$screen.get().name, tab.$unread.get()]).toEqual(['ended', true])
  expect(read()).toContain('The answers kept on this device cannot be read at the moment.')
})

describe('a candidate is warned against a reload', () => {
  const WARNING = 'Do not reload or close this page while you are offline'

  test.each<[Kept | undefined, boolean, boolean]>([
    ['failed', true, true],
    [undefined, true, false],
    ['kept', false, false],
    ['never', true, false],
  ])('which finds this exam %s: %s offline, %s while connected', async (kept, offline, connected) => {
    vi.doMock('../../offline/keep-offline.browser.ts', () => ({ keepOffline: async () => kept }))
    const browser = examBrowser()
    const { tab, read } = await sitting(browser)
    if (kept) void tab.keepReady(async () => {})
    await settled()
    expect(read().includes(WARNING)).toBe(connected)
    browser.network(false)
    await settled()
    expect(read().includes(WARNING)).toBe(offline)
    vi.doUnmock('../../offline/keep-offline.browser.ts')
  })
})
