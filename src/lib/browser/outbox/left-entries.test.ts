import { describe, expect, it } from 'vitest'
import { fakeTimeInEachTest, passed } from '../../../../tests/support/sitting/browser-time.ts'
import { arrived, by, outboxScene } from '../../../../tests/support/sitting/outbox-scene.ts'
import { Unreachable } from '../call/call.ts'

fakeTimeInEachTest()

describe('what an earlier page left', () => {
  it('is sent in order, and tried at once when asked', async () => {
    const { world, box, kept } = outboxScene([by(1, 'a'), by(1, 'b')])
    world.trouble = new Unreachable('')
    await box.resume()
    expect(world.sent).toEqual(['a'])
    world.trouble = undefined
    await box.resume()
    expect([world.sent, kept()]).toEqual([['a', 'a', 'b'], []])
  })

  it('is sent for its own learner alone, and kept until that one is back', async () => {
    const { world, open, box, add, kept } = outboxScene([by(1, 'a'), by(2, 'other')])
    world.trouble = new Unreachable('')
    await box.resume()
    void add('b')
    await passed(0)
    world.trouble = undefined
    world.sent = []
    // Another tab logs somebody else in while this one still waits to try again.
    world.learner = 2
    await passed(600_000)
    await box.resume()
    await open().resume()
    expect([world.sent, kept()]).toEqual([['other'], ['a', 'b']])
    world.learner = undefined
    await box.resume()
    expect(world.sent).toEqual(['other'])
    world.learner = 1
    await open().resume()
    expect([world.sent, kept()]).toEqual([['other', 'a', 'b'], []])
  })

  it('is sent once, however often it is asked for, and each is told when all has been tried', async () => {
    const { world, box, kept } = outboxScene([by(1, 'a'), by(1, 'b')])
    await Promise.all([box.resume(), box.resume(), box.wake(), box.wake()])
    expect([world.sent, kept()]).toEqual([['a', 'b'], []])
    void box.resume()
    await box.wake()
    expect(world.sent).toEqual(['a', 'b'])
  })

  it('is sent by two tabs at once without harm: by the same names, so that it counts once', async () => {
    const { world, box, open, kept } = outboxScene([by(1, 'a'), by(1, 'b')])
    const other = open()
    await Promise.all([box.resume(), other.resume()])
    expect([[...world.stored], kept()]).toEqual([['a', 'b'], []])
    expect([box.$waiting.get(), other.$waiting.get()]).toEqual([[], []])
  })
})

describe('when what earlier pages left cannot be read', () => {
  it('is read again until that succeeds, and sent once, also when several parts of a page ask for it', async () => {
    const { world, box } = outboxScene([by(1, 'left'), by(2, 'of another')])
    world.unread = true
    await Promise.all([box.resume(), box.resume()])
    expect(world.sent).toEqual([])
    world.unread = false
    await passed(5000)
    expect([world.sent, world.fates]).toEqual([['left'], [arrived('left', true)]])
    await passed(60_000)
    expect(world.sent).toEqual(['left'])
  })

  it('does not hold up what is added meanwhile', async () => {
    const { world, box, add } = outboxScene([by(1, 'left')])
    world.unread = true
    await box.resume()
    await add('new')
    expect([...world.stored]).toEqual(['new'])
    world.unread = false
    await passed(5000)
    expect([...world.stored]).toEqual(['new', 'left'])
  })

  it('reads nothing more once nobody is logged in', async () => {
    const { world, box } = outboxScene([by(1, 'left')])
    world.unread = true
    await box.resume()
    world.learner = undefined
    world.unread = false
    await passed(60_000)
    expect(world.sent).toEqual([])
  })
})
