import { $user } from '#features/auth/auth.store.ts'
import { hasFields } from '#lib/both/told.ts'
import { call } from '#lib/browser/call/call.ts'
import { PRACTICE } from '#lib/browser/device/device-data.ts'
import { keptEntries } from '#lib/browser/outbox/kept-entries.ts'
import { outbox, type Outbox, type OutboxPorts } from '#lib/browser/outbox/outbox.ts'
import { answerPractice, gradePractice, type PracticeOutcome } from './practice.contract.ts'
import type { OwnGrade } from './practice.rules.ts'

/** An answer, or the grade of one, on its way to the server. */
export type Sending = { question_id: number; review: number } & (
  { kind: 'answer'; option: number | 'skip'; took_ms: number } | { kind: 'grade'; grade: OwnGrade }
)

/** Answers of practice on their way to the server. Repeats are harmless: each says which review of its question it is. */
export function answerOutbox(onFate: OutboxPorts<Sending, PracticeOutcome>['onFate']): Outbox<Sending> {
  return outbox({
    learner: () => $user.get()?.id,
    device: keptEntries({
      database: PRACTICE,
      store: 'answers',
      partsOf: ({ question_id, kind }) => [question_id, kind],
      isOne: isSending,
    }),
    nameOf: ({ kind, question_id, review }) => `${kind} ${question_id} ${review}`,
    send,
    onFate,
  })
}

async function send({ kind, ...body }: Sending, signal: AbortSignal): Promise<PracticeOutcome> {
  const request = kind === 'answer' ? { contract: answerPractice, body } : { contract: gradePractice, body }
  const { data } = await call(request.contract, { body: request.body as never, signal })
  return data
}

function isSending(told: unknown): told is Sending {
  return hasFields(told) && typeof told.kind === 'string' && [told.question_id, told.review].every(Number.isFinite)
}
