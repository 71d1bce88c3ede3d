import { expect } from 'vitest'
import { edited, packProblems, smallPack, type PackFiles } from './pack.ts'

/** The small pack with everything that learners of a course meet: course alpha has one of each, beta and gamma nothing. */
export function learningPack(): PackFiles {
  let files: PackFiles = {
    ...smallPack(),
    'media/lecture.mp4': '\0\0\0\x18ftypmp42 a lecture',
    'media/lecture.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nWelcome.\n',
    'media/notes.pdf': '%PDF-1.7 notes',
    'media/syllabus.pdf': '%PDF-1.7 syllabus',
    'media/warm-up.mp3': 'ID3 a warm-up',
    'media/map.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"><path d="M0 0h9"/></svg>\n',
    'media/cover.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720"><path d="M0 0h9"/></svg>\n',
    'courses/alpha/workouts.yaml': `- key: by-ear
  type: audio
  title: By ear
  file: media/warm-up.mp3
  published: today-1d 07:00
- key: by-map
  type: image
  title: By map
  file: media/map.svg
  published: 2026-01-10 07:00
- key: by-paper
  type: document
  title: By paper
  file: media/notes.pdf
  published: now-90m
- key: by-heart
  type: richtext
  title: By heart
  text: A *rich* text with $x^2$
  published: today-2d 07:00
- key: by-hand
  type: plain
  title: By hand
  text: |
    Two lines
    of <text>
  published: today+1d 07:00
`,
    'quizzes/primes.yaml': `key: primes
title: Primes and boxes
category: Numbers
minutes: 5
questions: [q-four, q-two, q-one]
`,
    'quizzes/tickets.yaml': `key: tickets
title: Tickets
minutes: 2
questions: [q-three]
`,
    'live-classes.yaml': `- key: doubts
  course: alpha
  title: Doubt clearing
  mentor: Lekha Varma
  starts: today 18:00
  ends: today 19:00
  join_url: https://meet.example.com/doubts
- key: revision
  course: beta
  title: Revision
  mentor: Lekha Varma
  starts: 2026-04-01 18:00
  ends: 2026-04-01 19:30
  join_url: https://meet.example.com/revision
`,
    'courses/alpha/discussion.yaml': `- key: writs
  by: "9000000001"
  at: today-2d 18:20
  text: Is 2 < 3 always? See https://example.org/why
  replies:
    - { key: answer, by: "9000000101", at: today-2d 19:05, text: Always. }
- key: later
  by: "9000000101"
  at: today 23:00
  text: Come to class.
`,
  }
  const alpha = 'courses/alpha/course.yaml'
  files = edited(
    files,
    alpha,
    'published: 2026-01-14\n',
    `published: 2026-01-14
cover: media/cover.svg
video: M7lc1UVf-VE
communities:
  whatsapp: https://chat.whatsapp.com/ABCdef123
  telegram: https://t.me/alpha_class
discussion_panel: true
syllabuses:
  - { year: "2025", file: media/notes.pdf }
  - { year: "2026", file: media/syllabus.pdf }
`,
  )
  files = edited(
    files,
    alpha,
    'title: Chapter one, minutes: 24 }',
    `title: Chapter one, minutes: 24, video: media/lecture.mp4, captions: media/lecture.vtt }`,
  )
  files = edited(files, alpha, 'minutes: 12 }', `minutes: 12, video: 'vimeo:76979871/8272103f6e' }`)
  files = edited(
    files,
    alpha,
    '      - { key: chapter-three, title: Chapter three, minutes: 30 }\n',
    `      - key: chapter-three
        title: Chapter three
        minutes: 30
        video: media/lecture.mp4
        documents:
          - { key: notes, title: Lecture notes, file: media/notes.pdf }
          - { key: more, title: More notes, file: media/syllabus.pdf }
        questions: [q-two, q-four]
      - { key: chapter-four, title: Chapter four, minutes: 5, video: 'youtube:M7lc1UVf-VE' }
      - { key: chapter-five, title: Chapter five, minutes: 5, video: NILL }
      - { key: chapter-six, title: Chapter six, minutes: 5 }
`,
  )
  return {
    ...files,
    'learners.yaml': `${files['learners.yaml']}  - phone: "9000000101"
    country_code: "91"
    name: Lekha Varma
    email: lekha@example.com
    birthday: 1985-04-12
    city: Kochi
    registration_completed: true
    role: mentor
`,
  }
}

/** The line of a file that a text stands in. */
export const lineOf = (files: PackFiles, file: string, text: string) =>
  files[file]!.slice(0, files[file]!.indexOf(text)).split('\n').length

/** With `from` replaced by `to` the pack has one problem, which is reported on the line of the change. */
export async function expectReport(file: string, from: string, to: string, expected: string): Promise<void> {
  const files = learningPack()
  const problems = await packProblems(edited(files, file, from, to))
  const lost = to === '' && from.endsWith('\n')
  const line = lost ? expect.any(Number) : lineOf(files, file, from) + (to.includes('\n') ? 1 : 0)
  const [, where, reported, message] = /^(.+?):(\d+) (.*)$/s.exec(problems[0] ?? '') ?? []
  expect({ where, line: Number(reported), message }).toEqual({
    where: file,
    line,
    message: expect.stringContaining(expected),
  })
  expect(problems).toHaveLength(1)
}
