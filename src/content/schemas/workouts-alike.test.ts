import * as mini from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { makeWorkout } from '#features/workouts/staff/workouts.contract.ts'
import { workoutsSchema } from './learning-schemas.ts'

interface Said {
  type: 'richtext' | 'plain' | 'audios' | 'documents'
  title: string
  text: string
  filename: string
}

const packTypes = { richtext: 'richtext', plain: 'plain', audios: 'audio', documents: 'document' } as const

const inPack = ({ type, title, text, filename }: Said): boolean => {
  const isText = type === 'richtext' || type === 'plain'
  const content = isText ? { text } : { file: 'media/x.pdf', filename }
  const entry = { key: 'x', type: packTypes[type], title, published: '2026-03-02 10:00', ...content }
  return workoutsSchema.safeParse([entry]).success
}

const inConsole = ({ type, title, text, filename }: Said): boolean => {
  const content = {
    richtext: { markdown: text },
    plain: { text },
    audios: { audio: `${'0'.repeat(32)}.mp3`, filename },
    documents: { document: `${'0'.repeat(32)}.pdf`, filename },
  }[type]
  return mini.safeParse(makeWorkout.body, { course_id: 1, type, title, published_at: null, ...content }).success
}

const good: Said = { type: 'plain', title: 'Title', text: 'Text', filename: 'notes.pdf' }

describe('what a pack refuses of a workout the console refuses, and what it takes the console takes', () => {
  test.each<[Partial<Said>, boolean]>([
    [{}, true],
    [{ title: 'x'.repeat(160) }, true],
    [{ title: ` ${'x'.repeat(160)} ` }, true],
    [{ title: 'x'.repeat(161) }, false],
    [{ title: '' }, false],
    [{ title: ' ' }, false],
    [{ title: 'a\u0007b' }, false],
    [{ title: '\ud800' }, false],
    [{ text: 'x'.repeat(50_000) }, true],
    [{ text: 'x'.repeat(50_001) }, false],
    [{ text: 'Two\nlines' }, true],
    [{ text: '' }, false],
    [{ text: ' \n ' }, false],
    [{ text: 'a\tb' }, false],
    [{ text: 'a\u0000b' }, false],
    [{ text: '\udfff' }, false],
    [{ type: 'richtext', text: 'x'.repeat(50_000) }, true],
    [{ type: 'richtext', text: 'x'.repeat(50_001) }, false],
    [{ type: 'richtext', text: 'a\tb' }, false],
    [{ type: 'documents', filename: 'x'.repeat(200) }, true],
    [{ type: 'documents', filename: 'x'.repeat(201) }, false],
    [{ type: 'audios', filename: 'a\u001bb' }, false],
    [{ type: 'video' as 'audios' }, false],
  ])('%j: %s', (said, takes) => {
    const whole = { ...good, ...said }
    expect([inPack(whole), inConsole(whole)]).toEqual([takes, takes])
  })
})
