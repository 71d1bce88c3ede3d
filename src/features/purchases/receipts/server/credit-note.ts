import type { LearnerContext } from '#core/context.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import type { getCreditNote as contract } from '../credit-note.contract.ts'
import { creditNoteDocument } from '../credit-note.rules.ts'
import { readCreditNoteOf } from './read-documents.ts'
import { sellerNow } from './receipts.ts'

/** @throws notFound when it is not the learner's refund, or the refund has no credit note */
export async function getCreditNote(
  ctx: LearnerContext,
  { params }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const issued = await readCreditNoteOf({ db: ctx.db, seller: await sellerNow(ctx) }, params.refundId)
  if (issued?.learner !== ctx.user.id) throw notFound('There is no such credit note')
  return { status: true, data: creditNoteDocument(issued.note, issued.receipt, issued.buyer) }
}
