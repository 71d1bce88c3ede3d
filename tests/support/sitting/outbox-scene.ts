import { Unreachable } from '#lib/browser/call/call.ts'
import type { Entry } from '#lib/browser/outbox/kept-entries.ts'
import { outbox, type Fate } from '#lib/browser/outbox/outbox.ts'
import { passed } from './browser-time.ts'

/** An entry of a learner, which a page left on this device. */
export const by = (user: number, what: string): Entry<string> => ({ user, at: 0, what })

/** An outbox on a device with one learner logged in. The test sets in `world` how server and device behave. */
export function outboxScene(left: Entry<string>[] = []) {
  const world = {
    trouble: undefined as unknown,
    /** Failures of single entries, by what they are. */
    troubles: {} as Record<string, unknown>,
    /** The server stores an entry and its reply is lost. */
    repliesLost: false,
    sent: [] as string[],
    stored: new Set<string>(),
    kept: left,
    writable: true,
    /** The device's database does not answer. */
    unread: false,
    /** The device's database answers no write. */
    hangs: false,
    learner: 1 as number | undefined,
    fates: [] as [what: string, fate: Fate<string>, late: boolean][],
  }
  const open = () =>
    outbox<string, string>({
      learner: () => world.learner,
      device: {
        read: async (learner) => (world.unread ? undefined : world.kept.filter(({ user }) => user === learner)),
        keep: async (entry) => {
          if (world.hangs) return new Promise(() => {})
          if (world.writable) world.kept = [...world.kept, entry]
          return world.writable
        },
        drop: async ({ what }) =>
          world.hangs ? new Promise(() => {}) : (world.kept = world.kept.filter((other) => other.what !== what)),
      },
      nameOf: (what) => what,
      send: async (what) => {
        world.sent.push(what)
        const trouble = world.trouble ?? world.troubles[what]
        if (trouble) throw trouble
        world.stored.add(what)
        if (world.repliesLost) throw new Unreachable('')
        return `reply to ${what}`
      },
      onFate: (...told) => world.fates.push(told),
    })
  const box = open()
  return {
    world,
    open,
    box,
    /** @returns after the first attempt to send: true when this device keeps the entry */
    add: async (what: string, user = 1) => {
      const kept = await box.add(by(user, what))
      await passed(0)
      return kept
    },
    kept: () => world.kept.map(({ what }) => what),
  }
}

/** Fate of an entry that waits to be sent again. */
export const waits = (what: string, onDevice = true) => [what, { is: 'waiting', onDevice }, false]
/** Fate of an entry that the server stored. */
export const arrived = (what: string, late = false) => [what, { is: 'sent', reply: `reply to ${what}` }, late]
