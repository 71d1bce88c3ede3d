import { expect, test } from 'vitest'
import { fakeTimeInEachTest, passed } from '../../../../tests/support/sitting/browser-time.ts'
import { EXAM, examBrowser, LEARNER, NOW, settled } from '../../../../tests/support/sitting/exam-screen.ts'

fakeTimeInEachTest(NOW)

test('a running exam goes on writing after a reload while the database hangs, although another start page was opened', async () => {
  const browser = examBrowser()
  let tab = await browser.open()
  tab.choose(111)
  await settled()
  const { writerName } = await import('../take/page/writer.browser.ts')
  await writerName(LEARNER, EXAM + 1)
  browser.close()
  browser.databases.state = 'stuck'
  tab = await browser.open()
  await passed(12_000)
  expect([tab.$screen.get().name, tab.$writing.get()]).toEqual(['running', 'here'])
})
