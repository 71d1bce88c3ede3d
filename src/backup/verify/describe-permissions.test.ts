import { expect, it } from 'vitest'
import { describePermissions } from './describe-permissions.ts'

it('names files of other users, and leaves them out of the command that corrects permissions', () => {
  const shared = ['padavu.db']
  expect(describePermissions('/data', { owner: 1000, shared, foreign: [] })).toEqual([
    "Warning: permissions of 1 name in /data let other users of this machine in: chmod -R go= '/data'",
  ])
  const foreign = ['lost+found', 'media/lost+found']
  expect(describePermissions('/data', { owner: 1000, shared, foreign })).toEqual([
    "Warning: permissions of 1 name in /data let other users of this machine in: find '/data' ! -uid 1000 -prune -o ! -type l -exec chmod go= {} +",
    'Note: not checked in /data, since other users of this machine own it: lost+found, media/lost+found',
  ])
})

it('names at most five files of other users', () => {
  const foreign = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  expect(describePermissions('/data', { owner: 1000, shared: [], foreign })).toEqual([
    'Note: not checked in /data, since other users of this machine own it: a, b, c, d, e and 2 more',
  ])
})
