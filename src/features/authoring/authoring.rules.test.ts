import { expect, test } from 'vitest'
import { MOST_FILE_NAME, ownName } from './authoring.rules.ts'

test.each([
  ['notes.pdf', 'notes.pdf'],
  ['C:\\lessons\\By  ear.mp3', 'By ear.mp3'],
  ['/home/a/പടവ്.pdf', 'പടവ്.pdf'],
  ['a\u202egpj.exe\u0000', 'a gpj.exe'],
  ['', ''],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(MOST_FILE_NAME - 4)}.pdf`],
])('%j is called %j', (name, own) => expect(ownName(name)).toBe(own))
