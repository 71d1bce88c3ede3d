import { describe, it } from 'vitest'
import { expectReport } from '../../../../tests/support/packs/learning-pack.ts'

const courseFile = 'courses/alpha/course.yaml'
const vimeo = "'vimeo:76979871/8272103f6e'"
const videoForms = 'must be a file below media/, vimeo:ID, vimeo:ID/HASH, youtube:ID or NILL'

/** What is wrong in the course's file, the text in it that is replaced, by what, and what is reported on the text's line. */
const errors: [what: string, from: string, to: string, expected: string][] = [
  ['a video that is an address', vimeo, 'https://vimeo.com/1', `sections[1].chapters[2].video ${videoForms}`],
  ['a Vimeo id that is not a number', vimeo, "'vimeo:abc'", videoForms],
  ['a Vimeo hash of other letters', vimeo, "'vimeo:1/xyz!'", videoForms],
  ['a YouTube id of another length', vimeo, "'youtube:short'", videoForms],
  ['a lecture that is missing', 'media/lecture.mp4, captions', 'media/none.mp4, captions', 'media/none.mp4 is missing'],
  [
    'a lecture that is no video',
    'media/lecture.mp4, captions',
    'media/notes.pdf, captions',
    'media/notes.pdf must be a file of the kind video (webm, mp4)',
  ],
  [
    'a lecture out of the pack',
    'media/lecture.mp4, captions',
    'media/../x.mp4, captions',
    "'media/../x.mp4' must be a path below media/",
  ],
  [
    'captions that are no captions',
    'media/lecture.vtt',
    'media/notes.pdf',
    'media/notes.pdf must be a file of the kind captions (vtt)',
  ],
  [
    'captions of a video elsewhere',
    vimeo,
    `${vimeo}, captions: media/lecture.vtt`,
    'captions are only for a video that is a file of the pack',
  ],
  [
    'captions without a video',
    'minutes: 5 }',
    'minutes: 5, captions: media/lecture.vtt }',
    'captions are only for a video that is a file of the pack',
  ],
  ['an unknown field of a chapter', 'minutes: 5 }', 'minutes: 5, vidoe: NILL }', "unknown field 'vidoe'"],
  [
    'a document that is no document',
    'title: Lecture notes, file: media/notes.pdf',
    'title: Lecture notes, file: media/warm-up.mp3',
    'media/warm-up.mp3 must be a file of the kind document (pdf)',
  ],
  ['a document that is there twice', 'key: more', 'key: notes', "documents[2].key 'notes' is there twice"],
  ['a document without a title', 'title: Lecture notes, ', '', 'documents[1].title is missing'],
  [
    'an unknown question of a chapter',
    'questions: [q-two, q-four]',
    'questions: [q-two, q-five]',
    "there is no question 'q-five'",
  ],
  [
    'a question that is there twice in a chapter',
    'questions: [q-two, q-four]',
    'questions: [q-two, q-two]',
    "questions[2] 'q-two' is there twice",
  ],
  [
    'a course video that is an address',
    'video: M7lc1UVf-VE',
    'video: https://youtu.be/M7lc1UVf-VE',
    'video must be the id of a YouTube video, 11 characters, or NILL',
  ],
  [
    'a cover of another shape',
    'media/cover.svg',
    'media/box.svg',
    'media/box.svg is 320 x 200; its sides must be in the ratio 16:9',
  ],
  [
    'a community elsewhere',
    'https://chat.whatsapp.com/ABC',
    'https://chat.whatsapp.com.example.org/ABC',
    'communities.whatsapp must be an address at https://chat.whatsapp.com/, or nil',
  ],
  [
    'a community without https',
    'https://t.me/',
    'http://t.me/',
    'communities.telegram must be an address at https://t.me/, or nil',
  ],
  [
    'a community behind a user name',
    'https://t.me/',
    'https://t.me@example.org/',
    'communities.telegram must be an address at https://t.me/, or nil',
  ],
  [
    'a community without its name',
    'https://t.me/alpha_class',
    'https://t.me/',
    'communities.telegram must be an address at https://t.me/, or nil',
  ],
  ['a community of another kind', 'telegram:', 'signal:', "unknown field 'signal'"],
  ['a syllabus that is there twice', '"2026"', '"2025"', "syllabuses[2].year '2025' is there twice"],
  [
    'a syllabus that is no document',
    'file: media/syllabus.pdf',
    'file: media/map.svg',
    'media/map.svg must be a file of the kind document (pdf)',
  ],
  [
    'a panel that is no yes or no',
    'discussion_panel: true',
    'discussion_panel: maybe',
    'discussion_panel must be true or false',
  ],
]

describe('checking a course with what its learners meet', () => {
  it.each(errors)('reports %s with file and line', (_, from, to, expected) =>
    expectReport(courseFile, from, to, expected),
  )
})
