import { expect, test } from 'vitest'
import * as during from './fault-texts.ts'
import * as elsewhere from './elsewhere-texts.ts'
import * as ending from './ending-texts.ts'

const texts = { ...during, ...elsewhere, ...ending }

const all = [
  ...(['offline', 'network', 'server', 'storage'] as const).flatMap((hindrance) => [
    texts.keptText(hindrance, true),
    texts.keptText(hindrance, false),
    texts.submitLaterText(hindrance, true),
    texts.submitLaterText(hindrance, false),
  ]),
  texts.JOURNAL_AWAY,
  `${texts.JOURNAL_UNREAD} ${texts.UNREAD_MISSING}`,
  `${texts.JOURNAL_UNREAD} ${texts.NOT_KNOWN}`,
  texts.PAPER_UNREAD,
  texts.timeDoubtText(1_200_000),
  texts.UNREAD_WARNING,
  ...(['unreachable', 'away', 'refused'] as const).flatMap((problem) =>
    [0, 2].flatMap((open) => [
      texts.handInText(problem, open),
      texts.waitingText(problem, open, true),
      texts.waitingText(problem, open, false),
    ]),
  ),
  texts.leavingText(true),
  texts.leavingText(false),
  texts.endedText('submitted', true, false),
  ...[true, false].flatMap((done) => [true, false].map((away) => texts.endedText('time', done, away))),
  texts.notArrivedText(1),
  texts.READ_ONLY,
  texts.setAsideText(1),
  texts.setAsideWarning(1),
  texts.unsavedWarning(2),
  texts.givenBackText(1200),
]

test('every text of a fault says what becomes of the answers', () => {
  for (const text of all)
    expect(text).toMatch(
      /kept on this|only on this page|sent only to the server|is counted|every answer (saved|that reached)|was saved is there|not counted|not be counted|had not reached/i,
    )
})

test('no text of a fault blames a device, a clock or a connection', () => {
  for (const text of all)
    expect(text).not.toMatch(/your (device|clock|browser|connection|network|internet)|check|wrong/i)
})

test('answers are said to be kept on this device only where they are', () => {
  for (const hindrance of ['offline', 'network', 'server', 'storage'] as const) {
    expect(texts.keptText(hindrance, false)).not.toContain('on this device')
    expect(texts.keptText(hindrance, true)).toContain('kept on this device')
    expect(texts.submitLaterText(hindrance, false)).not.toContain('on this device')
    expect(texts.submitLaterText(hindrance, true)).toContain('kept on this device')
  }
  expect(texts.waitingText('unreachable', 1, false)).not.toContain('on this device')
  expect(texts.waitingText('unreachable', 1, true)).toContain('kept on this device')
  expect(texts.leavingText(false)).not.toContain('on this device')
  expect(texts.leavingText(true)).toContain('kept on this device')
})

test('a server without room, and a time that ends while it is away, are told in these words', () => {
  expect(texts.keptText('storage', true)).toBe(
    'The server cannot save answers at the moment. Your answers are kept on this device and will be sent as soon as possible.',
  )
  expect(texts.handInText('away', 1)).toBe(
    'The server cannot be reached. This page keeps trying; keep it open, or come back later. ' +
      'Every answer that reached the server before the end is counted. Not sent yet: 1 answer. ' +
      'Any answer that is not counted is listed with the result.',
  )
})
