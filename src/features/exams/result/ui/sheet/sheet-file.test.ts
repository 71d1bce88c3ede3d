import { describe, expect, it } from 'vitest'
import { indianTime } from '#lib/both/time/clock.ts'
import type { ResponseSheet } from '../../results.contract.ts'
import { sheetDocument, sheetFileName } from './sheet-file.ts'

const at = indianTime(2026, 11, 22, 0, 30)

const sheet = {
  id: 9,
  exam_id: 3,
  name: 'Maths & <Science>: "Mock" 1',
  attempt: 1,
  course: null,
  course_category: { title: 'Degree' },
  start_time: at,
  end_time: at + 600_000,
  total_time: 600,
  time: 20,
  finished_by: 'learner',
  total_noq: 2,
  correct_answer_count: 1,
  incorrect_answer_count: 0,
  user_grade: 1,
  user_grade_text: '1',
  total_grade: 2,
  correct_score_text: '1',
  negative_score_text: '1/3',
  negative_marks_text: '0',
  sections: [{ title: 'A & B', question_count: 2 }],
  learner: { name: '<script>alert(1)</script>', phone: '+91 9000000001' },
  made_at: at + 700_000,
  questions: [
    {
      section: 0,
      question_content: '<p>What is <math><mi>x</mi></math>?</p>',
      chosen: { position: 1, answer_option: '<p>Two</p>' },
      time_ms: 4000,
      saved_at: at + 4000,
      seq: 1,
      right: [1],
      outcome: 'correct',
      marks: 1,
    },
    {
      section: 0,
      question_content: '<p>And this?</p>',
      chosen: null,
      time_ms: null,
      saved_at: null,
      seq: null,
      right: null,
      outcome: null,
      marks: null,
    },
  ],
} as unknown as ResponseSheet

const site = { name: 'Thinkal & Sons', logo: 'data:image/png;base64,AA==' }

describe('the response sheet as a file', () => {
  const html = sheetDocument(sheet, 'en-IN', site)
  const text = html.replace(/<style>[^]*<\/style>/, '').replace(/<[^>]+>/g, ' ')

  it("begins with the site's name and mark", () => {
    expect(html).toMatch(
      /<header>\s*<p class="top"><b><img src="data:image\/png;base64,AA==" alt=""[^>]*>Thinkal &amp; Sons<\/b>/,
    )
  })

  it('says its language and needs nothing beside it', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en-IN">/)
    expect(html).not.toMatch(/<script|<link|@import|url\(|src="\//)
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`)
  })

  it('shows names as they are, and runs none of them', () => {
    expect(html).toContain('<title>Maths &amp; &lt;Science&gt;: &quot;Mock&quot; 1: response sheet</title>')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain('<h2>A &amp; B</h2>')
  })

  it('has every question with its answer, its outcome and its receipt', () => {
    expect(html).toContain('<p>What is <math><mi>x</mi></math>?</p>')
    expect(text).toMatch(/Answer\s+B\s+Two/)
    expect(text).toMatch(/Outcome\s+Correct, \+1/)
    expect(text).toMatch(/Saved\s+22 Nov 2026, 12:30:04 AM, no\. 1/)
    expect(text).toMatch(/Answer\s+None/)
    expect(text).toMatch(/Saved\s+Nothing to save/)
    expect(text).toMatch(/Score\s+1 of 2 /)
  })

  it('has marks of answers that add up to the score, as fractions where decimals are rounded', () => {
    const [first] = sheet.questions
    const wrong = { ...first!, outcome: 'incorrect' as const, marks: -0.33 }
    const rounded = { ...sheet, user_grade: 0.67, user_grade_text: '2/3', questions: [first!, wrong] }
    const shown = sheetDocument(rounded, 'en-IN', site).replace(/<[^>]+>/g, ' ')
    expect(shown).toMatch(/Outcome\s+Correct, \+1 .*Outcome\s+Wrong, −1\/3 /)
    expect(shown).toMatch(/Score\s+0\.67 of 2 \(exactly 2\/3\)/)
    const free = sheetDocument({ ...rounded, negative_score_text: '0' }, 'en-IN', site).replace(/<[^>]+>/g, ' ')
    expect(free).toMatch(/Outcome\s+Wrong, 0 /)
  })
})

describe('names in another script than the document', () => {
  const html = sheetDocument(
    {
      ...sheet,
      name: 'മലയാളം & പരീക്ഷ',
      sections: [{ title: 'പൊതുവിജ്ഞാനം' }],
      learner: { name: 'ആശ', phone: '+91 9000000001' },
    },
    'en-IN',
    { ...site, name: 'തിങ്കൾ' },
  )

  it('are marked with their language wherever they can be', () => {
    expect(html).toContain('<h1><span lang="ml">മലയാളം &amp; പരീക്ഷ</span></h1>')
    expect(html).toContain('<h2><span lang="ml">പൊതുവിജ്ഞാനം</span></h2>')
    expect(html).toContain('<dd><span lang="ml">ആശ</span></dd>')
    expect(html).toContain('<span lang="ml">തിങ്കൾ</span></b>')
    expect(html).toContain('<title>മലയാളം &amp; പരീക്ഷ: response sheet</title>')
  })

  it('are all that is marked', () => {
    expect(html).toContain('<dd>+91 9000000001</dd>')
    expect(sheetDocument(sheet, 'en-IN', site)).not.toContain('<span lang')
  })
})

describe('the name of the file', () => {
  it('says the exam and the day in India', () => {
    expect(sheetFileName(sheet)).toBe('response-sheet-maths-science-mock-1-2026-11-22.html')
  })

  it('keeps the letters of Indian scripts, and tells attempts of a day apart', () => {
    const name = 'മലയാളം പരീക്ഷ'
    expect(sheetFileName({ ...sheet, name, attempt: 2 })).toBe('response-sheet-മലയാളം-പരീക്ഷ-2026-11-22-attempt-2.html')
  })
})
