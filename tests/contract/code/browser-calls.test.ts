import { ESLint } from 'eslint'
import { beforeAll, describe, expect, test } from 'vitest'

/** The project's own rules on code that is never written to disk; only who fetches is asked. */
let eslint: ESLint

beforeAll(() => {
  eslint = new ESLint({
    ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-globals',
  })
})

async function complaints(filePath: string, code: string): Promise<string[]> {
  const results = await eslint.lintText(code, { filePath })
  return results.flatMap((result) => result.messages.map((message) => message.message))
}

const asking = "export const answer = fetch('/api/v1/user')"

describe('code of a browser asks the server through the client alone', () => {
  test.each([
    ['an island', 'src/features/exams/take/ui/Exam.tsx', asking],
    ['a store', 'src/features/exams/list/exam-list.store.ts', asking],
    ['by another name', 'src/features/notifications/bell.browser.ts', asking.replace('fetch', 'window.fetch')],
    ['by the older way', 'src/ui/Dialog.tsx', 'export const request = new XMLHttpRequest()'],
    ["a layout's script", 'src/layouts/AppShell.astro', `<script>\n${asking}\n</script>`],
    ["a page's script", 'src/pages/courses.astro', `<script>\n${asking}\n</script>`],
  ])('not %s', async (_, filePath, code) => {
    expect(await complaints(filePath, code)).toEqual([expect.stringContaining('src/lib/browser/call')])
  })

  test.each([
    ['the client', 'src/lib/browser/call/call.ts', asking],
    ['a server', 'src/features/auth/server/codes/send.ts', asking],
    [
      'a worker, which answers in the place of the network',
      'src/features/exams/offline/offline-worker.browser.ts',
      'export const answer = (scope: { fetch: (path: string) => unknown }) => scope.fetch("/")',
    ],
  ])('but %s may', async (_, filePath, code) => {
    expect(await complaints(filePath, code)).toEqual([])
  })
})
