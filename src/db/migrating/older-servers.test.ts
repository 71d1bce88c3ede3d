import { expect, test } from 'vitest'
import { migrationNames } from '../migrate.ts'
import { refusedMigrations, saysOfOlderServers } from './older-servers.ts'

const known = ['0001-accounts', '0030-names.expand', '0031-more']

test('a migration that a server knows is refused by none', () => {
  expect(refusedMigrations(['0001-accounts', '0031-more'], known)).toEqual([])
})

test('one that only adds is refused by no older server', () => {
  expect(refusedMigrations(['0032-times.expand'], known)).toEqual([])
})

test('one that takes away is refused by those who do not know after which one that may be', () => {
  expect(refusedMigrations(['0034-no-name.after-0030'], known)).toEqual([])
  expect(refusedMigrations(['0034-no-name.after-0033'], known)).toEqual(['0034-no-name.after-0033'])
})

test('one that says nothing is refused, and so is one that says something else', () => {
  const silent = ['0032-times', '9999-future', '0032-expand', '0032-times.expanded', '0032-times.after-31']
  expect(refusedMigrations(silent, known)).toEqual(silent)
})

test('each migration after 0029 says it: old and new servers run side by side during an update', () => {
  expect(migrationNames.filter((name) => name > '0030').filter((name) => !saysOfOlderServers(name))).toEqual([])
})
