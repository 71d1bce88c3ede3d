import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { debianTests, findTestPrograms } from '../../../scripts/debian-tests.mjs'
import { Refusal } from '../../../scripts/project.mjs'

const files = { 'a.test.ts': ['here'], 'b.test.ts': ['elsewhere'], 'c.test.ts': ['here', 'elsewhere'] }
const finder = (error: Error) => async (names: string[]) => {
  if (names.includes('elsewhere')) throw error
  return { programs: {}, environment: {} }
}

test('files whose programs cannot be had are left out, and each is told of with what to install', async () => {
  expect(await findTestPrograms(files, finder(new Refusal('sudo apt install elsewhere')))).toEqual({
    env: { TEST_LEFT_OUT: 'b.test.ts,c.test.ts' },
    lines: ['b.test.ts', 'c.test.ts'].map((file) => `Did not run: ${file}. sudo apt install elsewhere`),
  })
  expect(await findTestPrograms({ 'a.test.ts': ['here'] }, finder(new Error()))).toEqual({ env: {}, lines: [] })
})

test('any other failure is one', async () => {
  await expect(findTestPrograms(files, finder(new Error('no disk')))).rejects.toThrow('no disk')
})

test('the files that are named are there', () => {
  expect(Object.keys(debianTests).filter((file) => !existsSync(file))).toEqual([])
})
