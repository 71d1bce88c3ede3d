import { expect, test } from 'vitest'
import { PackedQuestion } from './packed-question.ts'

test('a packed question has the texts that it was made of, whatever stands in them', () => {
  const question = {
    key: 'q-one',
    where: 'questions/all.yaml:1',
    contentHtml: '<p>a\0b</p>',
    explanationHtml: '',
    options: [
      { contentHtml: '\0', isAnswer: false },
      { contentHtml: '"x", [y]'.repeat(100), isAnswer: true },
    ],
  }
  const packed = new PackedQuestion(question)
  expect(packed.toJSON()).toEqual(question)
  expect(packed.explanationHtml).toBe('')
})
