import type { PushMessage, PushOutcome, PushSender, PushTarget } from '#providers/push/push-sender.ts'

export interface FakePush extends PushSender {
  /** Every message that was handed over, oldest first. */
  sent: { target: PushTarget; message: PushMessage }[]
  /** What push services answer from now on; by default that they have taken it. */
  answer: (target: PushTarget) => PushOutcome
}

/** Push services that keep what they are given. */
export function fakePush(): FakePush {
  const push: FakePush = {
    sent: [],
    answer: () => ({ is: 'sent' }),
    publicKey: async () => `B${'A'.repeat(86)}`,
    send: async ({ endpoint, p256dh, auth }, message) => {
      const target = { endpoint, p256dh, auth }
      push.sent.push({ target, message })
      return push.answer(target)
    },
  }
  return push
}
