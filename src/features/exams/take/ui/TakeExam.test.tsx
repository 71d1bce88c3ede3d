import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { examPage } from '../page/exam-page.browser.ts'
import type { ExamDetail } from '../../detail/detail.contract.ts'
import type { Screen } from '../sitting/exam-session.store.ts'
import { sitExam } from '../sitting/sit-exam.store.ts'
import { Gate } from './Gate.tsx'
import { SittingProvider } from './sitting.ts'
import { face } from './TakeExam.tsx'

const exam = {
  ...{ id: 7, name: 'Taster', exam_type: { id: 1 }, courses: [], results: [], attempt: 2, exams_completed: 0 },
  ...{ time: 3, total_noq: 5, correct_score: 1, negative_score: 0 },
} as unknown as ExamDetail

/** What stands on the screen, and where its links lead. */
const shown = (given: Screen) => rendered(face(given))

function rendered(screen: ReactNode) {
  const html = renderToStaticMarkup(<SittingProvider value={sitExam(7, examPage)}>{screen}</SittingProvider>)
  return { html, links: [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href) }
}

describe('the exam screen, which has no menu', () => {
  it('of an exam that does not exist leads to the exams, the courses and the dashboard', () => {
    const { html, links } = shown({ name: 'failed', message: 'No exam data found.', retry: false })
    expect(html).toContain('No exam data found.')
    expect(html).not.toContain('Try again')
    expect(links).toEqual(['/mock-test', '/my-courses', '/dashboard'])
  })

  it('of an exam that could not be fetched can be tried again, and left', () => {
    const { html, links } = shown({ name: 'failed', message: 'Failed to fetch exam details.', retry: true })
    expect(html).toContain('Try again')
    expect(links).toEqual(['/mock-test', '/my-courses', '/dashboard'])
  })

  it('of an exam that is not open yet says when it is, and starts nothing', () => {
    const tomorrow = Date.now() / 1000 + 86_400
    const soon = { ...exam, start_date: tomorrow, end_date: tomorrow + 3600 }
    const { html, links } = rendered(<Gate exam={soon} notCounted={{ attempts: [], answers: [] }} starting={false} />)
    expect(html).toContain('This exam opens on ')
    expect(html).not.toContain('Start Exam')
    expect(html).not.toContain('Register and start')
    expect(links).toEqual(['/mock-test/7'])
  })
})
