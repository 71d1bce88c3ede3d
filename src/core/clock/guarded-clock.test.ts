import { expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { guardedClock } from './guarded-clock.ts'
import { testMachine } from '../../../tests/support/sitting/machine.ts'

test.each([
  ['forward by three hours', 3 * HOUR],
  ['back by three hours', -3 * HOUR],
  ['by three seconds', 3 * SECOND],
])('time goes on evenly when the machine’s clock jumps %s', (_, jump) => {
  const { machine, pass, setBy, start } = testMachine()
  const clock = guardedClock(machine)
  pass(MINUTE)
  setBy(jump)
  expect([clock.now(), clock.ahead()]).toEqual([start + MINUTE, jump])
  pass(10 * MINUTE)
  expect([clock.now(), clock.ahead()]).toEqual([start + 11 * MINUTE, jump])
})

test('the machine’s clock is believed again once it agrees', () => {
  const { machine, pass, setBy } = testMachine()
  const clock = guardedClock(machine)
  setBy(3 * HOUR)
  clock.now()
  setBy(-3 * HOUR + SECOND)
  pass(MINUTE)
  expect([clock.now(), clock.ahead()]).toEqual([machine.wall(), 0])
})

test('a machine that slept for three hours has the time at which it wakes', () => {
  const { machine, sleep } = testMachine()
  const clock = guardedClock(machine)
  clock.now()
  sleep(3 * HOUR)
  expect([clock.now(), clock.ahead()]).toEqual([machine.wall(), 0])
})

test('a clock that is set while the machine sleeps is a jump all the same', () => {
  const { machine, sleep, setBy, start } = testMachine()
  const clock = guardedClock(machine)
  sleep(HOUR)
  setBy(3 * HOUR)
  expect([clock.now(), clock.ahead()]).toEqual([start + HOUR, 3 * HOUR])
})

test('corrections of a second or two are followed', () => {
  const { machine, setBy } = testMachine()
  const clock = guardedClock(machine)
  for (const step of [2 * SECOND, -SECOND, 2 * SECOND]) {
    setBy(step)
    expect([clock.now(), clock.ahead()]).toEqual([machine.wall(), 0])
  }
})

test('time goes on from the instant that was found right', () => {
  const { machine, pass, setBy } = testMachine()
  const clock = guardedClock(machine)
  setBy(3 * HOUR)
  clock.goOnFrom(machine.wall())
  pass(SECOND)
  expect([clock.now(), clock.ahead()]).toEqual([machine.wall(), 0])
})
