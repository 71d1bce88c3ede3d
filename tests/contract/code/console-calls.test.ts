import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Code of the console that runs in browsers. */
const files = globSync(
  'src/{features/**/staff,features/staff,ui/staff,layouts/staff,pages/staff,lib/browser/staff}/**/*.{ts,tsx,astro}',
).filter((file) => !file.includes('/server/') && !/\.(test|contract|rules|tables|routes)\.tsx?$/.test(file))

/** Timers, and events that come without a person. */
const STARTS =
  /\bset(?:Timeout|Interval)\(|addEventListener(?:\?\.)?\(\s*['"](?:visibilitychange|focus|online|pageshow|resume)['"]|\b(?:timers|watchCall|requestAnimationFrame)\b[^'"]*\(/g

const IN_BACKGROUND = /\binBackground\(/

const BACKGROUND = 'makes its calls in the background'

/** Every file with timers or such listeners: how many, so that one more is noticed, and what they do. */
const known: Record<string, { starts: number; does: string }> = {
  'src/layouts/staff/staff-shell.ts': { starts: 2, does: BACKGROUND },
  'src/lib/browser/staff/use-refreshed.ts': { starts: 2, does: BACKGROUND },
  'src/ui/staff/forms/controls/FileControl.tsx': { starts: 1, does: BACKGROUND },
  'src/features/notifications/staff/ui/WriteAnnouncement.tsx': { starts: 1, does: 'follows typing' },
  'src/features/workouts/staff/ui/LearnersView.tsx': { starts: 1, does: 'follows typing' },
  'src/ui/staff/table/Filters.tsx': { starts: 1, does: 'follows typing' },
  'src/features/auth/staff/ui/LearnerFilter.tsx': { starts: 1, does: 'follows typing' },
  'src/features/support/staff/ui/AnswerForm.tsx': { starts: 1, does: 'moves the focus' },
  'src/features/staff/log-in/ui/pieces.tsx': { starts: 1, does: 'moves the focus' },
  'src/features/staff/session/ui/EndWarning.tsx': { starts: 1, does: 'counts down without a call' },
  'src/layouts/staff/staff-account.ts': { starts: 1, does: 'waits for the log-out that was pressed' },
  'src/layouts/staff/staff-guard.ts': { starts: 5, does: 'looks at local storage without a call' },
  'src/lib/browser/staff/background.ts': { starts: 2, does: 'marks calls of loaders as background calls' },
}

const startsIn = (text: string) => [...text.matchAll(STARTS)].length

test('timers and page events of the console make their calls in the background', () => {
  expect(files.length).toBeGreaterThan(100)
  const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const)
  const found = texts.filter(([, text]) => startsIn(text) > 0)
  expect(Object.fromEntries(found.map(([file, text]) => [file, startsIn(text)]))).toEqual(
    Object.fromEntries(Object.entries(known).map(([file, { starts }]) => [file, starts])),
  )
  const marked = found.filter(([file]) => known[file]!.does === BACKGROUND)
  expect(marked.filter(([, text]) => !IN_BACKGROUND.test(text))).toEqual([])
})

/** Links and addresses that lead to a call past `staffCall`, which asks for a second factor first. */
const API_LINK = /['"`]\/api\/|\b(?:href|location\.assign|window\.open)\b[^\n]*servicePaths/

test('no link of the console leads to a call', () => {
  expect(files.filter((file) => API_LINK.test(readFileSync(file, 'utf8')))).toEqual([])
  expect(API_LINK.test('<a href={`/api/v1/staff/learners/csv`} download>')).toBe(true)
})

test.each([
  ['an interval', 'setInterval(() => staffCall(getMe), 1000)'],
  ['a timer', 'setTimeout(ask, EVERY)'],
  ['a page that comes into sight', "document.addEventListener('visibilitychange', ask)"],
  ['a window that gets the focus', "addEventListener('focus', ask)"],
  ['a network that is back', "window.addEventListener('online', ask, { signal })"],
  ['a page that is shown again', "addEventListener('pageshow', ask)"],
  ['a call that is watched', 'watchCall(listQueue, {}, EVERY, tell)'],
])('a poller is found: %s', (_, text) => {
  expect([startsIn(text), IN_BACKGROUND.test(text)]).toEqual([1, false])
})
