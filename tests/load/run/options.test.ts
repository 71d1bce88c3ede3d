import { expect, test } from 'vitest'
import { readTyped } from '#lib/server/command-line.mjs'
import { benchOptions, readOptions } from './options.ts'

const sections = ['saves', 'halls', 'growth']
const read = (...given: string[]) => readOptions(readTyped(given, [], benchOptions(sections)).options, sections)

test('nothing asked for means what is usual: all sections, both engines, a build, the release before', () => {
  const usual = { only: undefined, engines: ['sqlite', 'postgres'], json: false, build: true, previous: undefined }
  expect(read()).toMatchObject(usual)
})

test('a section is named in a list or by itself', () => {
  expect(read('--only=saves,growth').only).toEqual(['saves', 'growth'])
  expect(read('--halls', '--only=saves').only).toEqual(['halls', 'saves'])
})

test('an engine, a release, none, and the build that is there', () => {
  const { engines, build, previous } = read('--engine=postgres', '--no-build', '--previous=v1.2')
  expect([engines, build, previous]).toEqual([['postgres'], false, 'v1.2'])
  expect(read('--previous=none').previous).toBe(false)
})

test('how many learners there are', () => {
  expect([read('--learners=5000').learners, read().learners]).toEqual([5000, undefined])
})

test.each(['--learners=few', '--only=pages', '--save', '--engine=mysql', '--previous', '--halls=yes', 'saves'])(
  '%s is refused with a word of it, instead of measuring something else for half an hour',
  (option) => {
    expect(() => read(option)).toThrow(option.replace(/^--(only|engine|learners)=|=yes$/g, ''))
  },
)
