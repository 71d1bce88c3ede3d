import { loading } from '#lib/browser/call/loading.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { previewRefund } from './refund.contract.ts'

/** Preview of the refund of a payment. */
export const refundPreview = loading((id: number, signal) => staffCall(previewRefund, { params: { id }, signal }))
