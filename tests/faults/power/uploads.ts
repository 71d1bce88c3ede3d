import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { changeAvatar, changeCover, getProfile } from '#features/profile/profile.contract.ts'
import { raiseTicket, ticketMessages } from '#features/support/support.contract.ts'
import { isContentOf } from '#providers/files/names.ts'
import { callsThrough, type Answer, type Call } from '../../support/api/calls.ts'
import { fileOf } from '../../support/packs/images.ts'
import type { Random } from '../../support/random.ts'
import type { SeededLearner } from '../../support/scenes/learners.ts'

/** An acknowledged picture. */
interface Kept {
  token: string
  /** Asks for its address. */
  address: (call: Call) => Promise<string | null>
  /** The hash of its bytes, since somebody has read them. */
  hash?: string
}

/** Acknowledged files that a check did not find, or found to be others. */
interface Found {
  lost: number
  damaged: number
  /** Lets the next check know of this one. */
  note: () => void
}

export interface Uploads {
  /** Uploads pictures one after the other, public and private ones, until the sitting is over or nobody is left. */
  upload: (call: Call, sitting: () => boolean) => Promise<void>
  /** Reads files as learners do: those that are new since the last time, and some of the others, or all. */
  check: (url: string, which: 'some' | 'all') => Promise<Found>
  /** Acknowledged. */
  count: () => number
  refused: () => number
}

/** Milliseconds between two uploads of one learner, at most. */
const THINKING = 200

/** Files that are read again with every check. */
const AGAIN = 40

/** What learners store who do not sit the exam; each uploads three pictures. */
export async function uploadsOf(learners: SeededLearner[], random: Random): Promise<Uploads> {
  const pictures = await Promise.all(SIZES.map(noise))
  const waiting = [...learners]
  const kept: Kept[] = []
  let checked = 0
  let missing = 0
  let refused = 0

  /**
   * Sends a picture until somebody answers, as who sees an error does.
   * @param store sends it
   * @param addressOf tells where what was stored is found
   */
  const send = async <T extends { status: number }>(
    token: string,
    store: () => Promise<T>,
    addressOf: (answer: T) => Kept['address'],
  ): Promise<void> => {
    for (;;) {
      await pause(random.between(0, THINKING))
      const answer = await store().catch(() => undefined)
      if (answer?.status === 200) kept.push({ token, address: addressOf(answer) })
      else if (answer) refused += 1
      if (answer) return
    }
  }

  const uploadThree = async (call: Call, { token }: SeededLearner) => {
    const caller = { token }
    const picture = () => fileOf(random.pick(pictures), 'picture.png')
    const ofProfile = (name: 'avatar' | 'cover') => async (ask: Call) =>
      must(await ask(getProfile, {}, caller)).data.user[name]
    await send(
      token,
      () => call(changeAvatar, { body: { avatar: picture() } }, caller),
      () => ofProfile('avatar'),
    )
    await send(
      token,
      () => call(changeCover, { body: { cover: picture() } }, caller),
      () => ofProfile('cover'),
    )
    // The same key with each try: one ticket comes of them.
    const request_key = randomUUID()
    const ticket = { title: 'Picture', msg: 'See it', ticket_category_id: 6, content_id: '' as const, request_key }
    await send(
      token,
      () => call(raiseTicket, { body: { ...ticket, attachment: picture() } }, caller),
      ({ body }) =>
        async (ask) => {
          const found = await ask(ticketMessages, { params: { ticketId: body.ticket_id } }, caller)
          return found.status === 404 ? null : (must(found).ticketMessages[0]?.attach ?? null)
        },
    )
  }

  const check = async (url: string, which: 'some' | 'all') => {
    const call = callsThrough((path, init) => fetch(url + path, init))
    const fresh = kept.slice(checked)
    const before = kept.slice(0, checked)
    const again = which === 'all' ? before : before.filter(() => random.chance(AGAIN / before.length))
    const found = { lost: 0, damaged: 0 }
    const gone = new Set<Kept>()
    for (const file of [...fresh, ...again]) {
      const state = await stateOf(url, call, file)
      if (state === 'good') continue
      found[state] += 1
      gone.add(file)
    }
    // What is missing is counted once.
    const note = () => {
      const left = kept.filter((file) => !gone.has(file))
      kept.splice(0, kept.length, ...left)
      checked = left.length
      missing += gone.size
    }
    return { ...found, note }
  }

  return {
    upload: async (call, sitting) => {
      for (let learner = waiting.pop(); learner && sitting(); learner = waiting.pop()) await uploadThree(call, learner)
    },
    check,
    count: () => kept.length + missing,
    refused: () => refused,
  }
}

async function stateOf(url: string, call: Call, file: Kept): Promise<'good' | 'lost' | 'damaged'> {
  const address = await file.address(call)
  if (address === null) return 'lost'
  const answer = await fetch(new URL(address, url))
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (answer.status === 404) return 'lost'
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`)
  const name = new URL(address, url).pathname.split('/').at(-1)!
  const hash = createHash('sha256').update(bytes).digest('hex')
  file.hash ??= hash
  return file.hash === hash && (await isContentOf(name, [bytes])) ? 'good' : 'damaged'
}

function must<E extends Parameters<Call>[0]>({ status, body }: Answer<E>): Answer<E>['body'] {
  if (status !== 200) throw new Error(`${status}: ${body.message}`)
  return body
}

/** Width and height: files of less than a block of the disk and of many. */
const SIZES = [
  [16, 16],
  [60, 40],
  [200, 150],
  [400, 300],
] as const

function noise([width, height]: readonly [number, number]): Promise<Buffer> {
  const background = { r: 128, g: 128, b: 128 }
  return sharp({
    create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 50 } },
  })
    .png()
    .toBuffer()
}
