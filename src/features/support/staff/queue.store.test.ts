import { expect, it } from 'vitest'
import { besideInQueue, queueQuery, type QueueValues } from './queue.store.ts'

const nothing: QueueValues = {
  ...{
    state: 'waiting',
    text: '',
    category: '',
    course: '',
    assignee: '',
    learner: 0,
    from: '',
    until: '',
    sort: '',
    after: '',
  },
}

it('a queue is asked for with what the address says, in the order that its state usually has', () => {
  expect(queueQuery(nothing)).toEqual({ state: 'waiting', sort: 'oldest' })
  expect(queueQuery({ ...nothing, state: 'closed', assignee: 'me', learner: 3, after: '5-6' })).toEqual({
    ...{ state: 'closed', sort: 'newest', assignee: 'me', learner: 3, after: '5-6' },
  })
  expect(queueQuery({ ...nothing, state: 'closed', sort: 'oldest' }).sort).toBe('oldest')
})

it.each([
  [7, 5, 9],
  [5, undefined, 7],
  [9, 7, undefined],
  [8, undefined, undefined],
])('beside ticket %i of the queue 5, 7, 9 stand %s and %s', (id, before, next) => {
  const stored = JSON.stringify({ ids: [5, 7, 9], query: '?state=all' })
  expect(besideInQueue(id, stored)).toEqual({ query: '?state=all', before, next })
})

it.each([null, 'x', '{"ids":7}', '{"ids":["a"],"query":"//elsewhere.example"}'])(
  'of what is no queue, %s, nothing is beside',
  (stored) => {
    expect(besideInQueue(7, stored)).toEqual({ query: '', before: undefined, next: undefined })
  },
)
