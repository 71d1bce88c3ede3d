import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { examPage } from '../page/exam-page.browser.ts'
import { sitExam } from '../sitting/sit-exam.store.ts'
import { SittingProvider } from './sitting.ts'
import { face } from './TakeExam.tsx'

/** What stands on the screen, and where its links lead. */
function shown(message: string, retry: boolean) {
  const screen = face({ name: 'failed', message, retry })
  const html = renderToStaticMarkup(<SittingProvider value={sitExam(7, examPage)}>{screen}</SittingProvider>)
  return { html, links: [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href) }
}

describe('the exam screen, which has no menu', () => {
  it('of an exam that does not exist leads to the exams, the courses and the dashboard', () => {
    const { html, links } = shown('No exam data found.', false)
    expect(html).toContain('No exam data found.')
    expect(html).not.toContain('Try again')
    expect(links).toEqual(['/mock-test', '/my-courses', '/dashboard'])
  })

  it('of an exam that could not be fetched can be tried again, and left', () => {
    const { html, links } = shown('Failed to fetch exam details.', true)
    expect(html).toContain('Try again')
    expect(links).toEqual(['/mock-test', '/my-courses', '/dashboard'])
  })
})
