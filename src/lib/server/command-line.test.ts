import { expect, it } from 'vitest'
import { describeOptions, readTyped, type TypedOption } from './command-line.mjs'

const known: Record<string, TypedOption> = {
  json: { about: 'for programs' },
  engine: { value: 'ENGINE', oneOf: ['sqlite', 'postgres'] },
  only: { value: 'STAGE,…', listOf: ['unit', 'api'] },
  port: { value: 'N', from: 1, to: 65_535 },
  seed: { value: 'N', from: 0, about: 'drawn by lot' },
}

it('reads arguments and options in any order', () => {
  const typed = ['--port=80', 'a', '--json', '--only', 'api,unit', 'b', '--seed=0', '--engine=sqlite']
  const options = { port: '80', json: '', only: 'api,unit', seed: '0', engine: 'sqlite' }
  expect(readTyped(typed, ['FILE', '[MORE…]'], known)).toEqual({ args: ['a', 'b'], options })
  expect(readTyped(['a', 'b', 'c'], ['[MORE…]'], {})).toEqual({ args: ['a', 'b', 'c'], options: {} })
})

it.each([
  [['--nope'], 'There is no option --nope'],
  [['--constructor'], 'There is no option --constructor'],
  [['-x'], 'There is no option -x'],
  [['--json=yes'], '--json takes no value'],
  [['--port'], '--port needs a value: N'],
  [['--port='], '--port needs a value: N'],
  [['--port', '--json'], '--port needs a value: N'],
  [['--port=many'], "--port must be a whole number from 1 to 65535 (it is 'many')"],
  [['--port=0'], "--port must be a whole number from 1 to 65535 (it is '0')"],
  [['--port=1e3'], "--port must be a whole number from 1 to 65535 (it is '1e3')"],
  [['--seed=-1'], "--seed must be a whole number of at least 0 (it is '-1')"],
  [['--engine=mysql'], "--engine must be sqlite or postgres (it is 'mysql')"],
  [['--only=unit,e2e'], "--only: there is no 'e2e'. There are unit, api"],
  [['a', 'b'], "'b' is a word too many"],
  [[], 'FILE is missing'],
])('refuses %j: %s', (typed, message) => {
  expect(() => readTyped(typed, ['FILE'], known)).toThrow(expect.objectContaining({ message, exitCode: 2 }) as Error)
})

it('lists options for a help text', () => {
  expect(describeOptions({ json: known.json!, seed: known.seed! })).toEqual([
    '  --json    for programs',
    '  --seed=N  drawn by lot',
  ])
})
