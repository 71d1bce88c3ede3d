import { describe, expect, it } from 'vitest'
import { expectReport, learningPack, lineOf } from '../../../../tests/support/packs/learning-pack.ts'
import { edited, packProblems, without } from '../../../../tests/support/packs/pack.ts'

const courseFile = 'courses/alpha/course.yaml'
const workouts = 'courses/alpha/workouts.yaml'
const classes = 'live-classes.yaml'
const quiz = 'quizzes/primes.yaml'
const discussion = 'courses/alpha/discussion.yaml'
const files = learningPack()

/** What is wrong, the file, the text in it that is replaced, by what, and what is reported on the text's line. */
const errors: [what: string, file: string, from: string, to: string, expected: string][] = [
  [
    'a workout of an unknown type',
    workouts,
    'type: audio',
    'type: sound',
    '[1].type must be audio or image or document or richtext or plain',
  ],
  ['a workout without its file', workouts, '  file: media/map.svg\n', '', '[2].file is missing (its type is image)'],
  [
    'a workout without its text',
    workouts,
    '  text: A *rich* text with $x^2$\n',
    '',
    '[4].text is missing (its type is richtext)',
  ],
  [
    'a workout with a text it cannot have',
    workouts,
    'file: media/warm-up.mp3',
    'file: media/warm-up.mp3\n  text: x',
    '[1].text does not belong here (its type is audio)',
  ],
  [
    'a workout with a file it cannot have',
    workouts,
    'title: By hand',
    'title: By hand\n  file: media/map.svg',
    '[5].file does not belong here (its type is plain)',
  ],
  [
    'an audio workout that is a picture',
    workouts,
    'media/warm-up.mp3',
    'media/map.svg',
    'media/map.svg must be a file of the kind audio (mp3, ogg)',
  ],
  [
    'a picture workout that is audio',
    workouts,
    'media/map.svg',
    'media/warm-up.mp3',
    'media/warm-up.mp3 must be a file of the kind picture',
  ],
  ['a workout that is there twice', workouts, 'key: by-map', 'key: by-ear', "[2].key 'by-ear' is there twice"],
  ['a workout at no time', workouts, 'now-90m', 'soon', "[3].published is wrong: 'soon' is not a time such as"],
  ['a formula that cannot be set', workouts, '$x^2$', '$x^$', 'the formula x^ cannot be set'],

  ['a class of an unknown course', classes, 'course: beta', 'course: delta', "there is no course 'delta'"],
  [
    'a class that ends before it starts',
    classes,
    '2026-04-01 19:30',
    '2026-04-01 17:30',
    'ends (2026-04-01 17:30) must be after starts (2026-04-01 18:00)',
  ],
  [
    'a class that ends before it starts late in the day',
    classes,
    'today 19:00',
    'now',
    'ends (now) must be after starts (today 18:00)',
  ],
  ['a class that is there twice', classes, 'key: revision', 'key: doubts', "[2].key 'doubts' is there twice"],
  [
    'a meeting without https',
    classes,
    'https://meet.example.com/revision',
    'http://meet.example.com/revision',
    '[2].join_url must be an address with https://',
  ],
  [
    'a meeting that runs a script',
    classes,
    'https://meet.example.com/revision',
    'javascript:alert(1)',
    '[2].join_url must be an address with https://',
  ],

  [
    'a comment of an unknown learner',
    discussion,
    'by: "9000000001"',
    'by: "9000000009"',
    "learners.yaml has no learner with the phone '9000000009'",
  ],
  [
    'a reply of a learner without a name',
    discussion,
    'by: "9000000101", at',
    'by: "9000000002", at',
    "the learner '9000000002' has not completed the registration",
  ],
  [
    'a reply before its comment',
    discussion,
    'today-2d 19:05',
    'today-2d 18:05',
    "at (today-2d 18:05) must be after the comment's (today-2d 18:20)",
  ],
  ['a comment without a text', discussion, 'text: Come to class.', "text: ' '", '[2].text is empty'],
  ['a comment that is there twice', discussion, 'key: later', 'key: writs', "[2].key 'writs' is there twice"],

  ['a quiz of an unknown question', quiz, 'q-two, q-one', 'q-two, q-five', "there is no question 'q-five'"],
  ['a quiz with a question twice', quiz, 'q-two, q-one', 'q-two, q-two', "questions[3] 'q-two' is there twice"],
  ['a quiz without questions', quiz, '[q-four, q-two, q-one]', '[]', 'questions needs at least 1'],
  ['a quiz without its time', quiz, 'minutes: 5', 'minutes: 0', 'minutes must be at least 1'],
  ['a quiz of another name', quiz, 'key: primes', 'key: prime', "key 'prime' must be the file's name, 'primes'"],
  ['an unknown field of a quiz', quiz, 'category:', 'chip:', "unknown field 'chip'"],

  ['an unknown role', 'learners.yaml', 'role: mentor', 'role: teacher', 'learners[3].role must be learner or mentor'],
]

describe('checking what learners of a course meet', () => {
  it('finds nothing wrong with a good pack', async () => {
    expect(await packProblems(files)).toEqual([])
  })

  it.each(errors)('reports %s with file and line', (_, file, from, to, expected) =>
    expectReport(file, from, to, expected),
  )

  it('reports workouts that are no list, or an empty one', async () => {
    const given = (text: string) => packProblems({ ...files, [workouts]: text })
    expect(await given('key: by-ear\n')).toEqual([`${workouts}:1 must be a list`])
    expect(await given('[]\n')).toEqual([`${workouts}:1 needs at least 1`])
  })

  it('takes none for an answer: nil, NILL and a course without any of it', async () => {
    let bare = edited(files, courseFile, 'https://t.me/alpha_class', 'nil')
    bare = edited(bare, courseFile, 'video: M7lc1UVf-VE', 'video: NILL')
    for (const name of ['live-classes.yaml', 'quizzes/', workouts]) bare = without(bare, name)
    expect(await packProblems(bare)).toEqual([])
  })

  it('reports comments on a course without a panel', async () => {
    expect(await packProblems(edited(files, courseFile, 'discussion_panel: true\n', ''))).toEqual([
      `${discussion}:1 course 'alpha' has no discussion_panel`,
    ])
  })

  it('reports a file of learners alone that a public text shows', async () => {
    const shown = edited(
      files,
      'courses/beta/description.md',
      '## About beta',
      '[Notes](media/notes.pdf)\n\n## About beta',
    )
    const message =
      'media/notes.pdf also stands where everyone can fetch it, so it is not for learners of the course alone'
    expect(await packProblems(shown)).toEqual([
      `${courseFile}:${lineOf(files, courseFile, 'year: "2025"')} ${message}`,
      `${courseFile}:${lineOf(files, courseFile, 'title: Lecture notes')} ${message}`,
      `${workouts}:${lineOf(files, workouts, 'file: media/notes.pdf')} ${message}`,
    ])
  })

  it('reports a learner file that is wrong once, not at every comment', async () => {
    const problems = await packProblems(edited(files, 'learners.yaml', 'role: mentor', 'role: teacher'))
    expect(problems).toHaveLength(1)
  })

  it('reports files in places where they are not read', async () => {
    const stray = { ...files, 'courses/alpha/workout.yaml': '[]', 'discussion.yaml': '[]', 'quizzes.yaml': '[]' }
    expect(await packProblems(stray)).toEqual([
      'courses/alpha/workout.yaml:1 is not in a place from which the pack is read',
      'discussion.yaml:1 is not in a place from which the pack is read',
      'quizzes.yaml:1 is not in a place from which the pack is read',
    ])
  })
})
