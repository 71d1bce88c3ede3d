import { handle } from '#core/calls/handle.ts'
import { getCreditNote as creditNoteContract } from './receipts/credit-note.contract.ts'
import { getInvoice as invoiceContract } from './receipts/invoice.contract.ts'
import * as contract from './purchases.contract.ts'
import { getBuying } from './server/orders/buying.ts'
import { createOrder } from './server/orders/create-order.ts'
import { openFreeCourse } from './server/orders/open-free-course.ts'
import { getCreditNote } from './receipts/server/credit-note.ts'
import { getInvoice } from './receipts/server/invoice.ts'
import { listPayments } from './server/list-payments.ts'
import { listPurchases } from './server/list-purchases.ts'
import { initiateRenewal } from './server/orders/renewal.ts'
import * as access from './staff/access/access.contract.ts'
import * as accessCalls from './staff/access/server/access-calls.ts'
import * as bulk from './staff/bulk/bulk.contract.ts'
import { addLearner, grantCourses } from './staff/bulk/server/bulk-calls.ts'
import { storeRenewalPayment, verifyPayment } from './server/payments/verify-payment.ts'
import { listLearnerPurchases as learnerPurchases } from './staff/learner/learner-purchases.contract.ts'
import { previewRefund as previewContract, refundLearner as refundContract } from './staff/learner/refund.contract.ts'
import { listLearnerPurchases } from './staff/learner/server/learner-purchases.ts'
import { previewRefund, refundLearner } from './staff/learner/server/refund-call.ts'
import * as checks from './staff/money/checks.contract.ts'
import * as gst from './staff/money/gst.contract.ts'
import * as money from './staff/money/money.contract.ts'
import * as checkCalls from './staff/money/server/check-calls.ts'
import { exportPayments } from './staff/money/server/export-payments.ts'
import * as gstCalls from './staff/money/server/gst-calls.ts'
import * as moneyCalls from './staff/money/server/list-calls.ts'
import { getReceipt } from './staff/money/server/receipt-call.ts'
import * as registers from './staff/registers/registers.contract.ts'
import * as registerCalls from './staff/registers/server/register-calls.ts'
import * as prices from './staff/prices/prices.contract.ts'
import { changePrice } from './staff/prices/server/change-price.ts'
import { listPrices, priceChoices } from './staff/prices/server/list-prices.ts'

export const purchaseRoutes = [
  handle(contract.createOrder, createOrder),
  handle(contract.openFreeCourse, openFreeCourse),
  handle(contract.verifyPayment, verifyPayment),
  handle(contract.initiateRenewal, initiateRenewal),
  handle(contract.storeRenewal, storeRenewalPayment),
  handle(contract.getBuying, getBuying),
  handle(contract.listPurchases, listPurchases),
  handle(contract.listPayments, listPayments),
  handle(invoiceContract, getInvoice),
  handle(creditNoteContract, getCreditNote),
  handle(access.grantCourse, accessCalls.grantCourse),
  handle(access.extendCourse, accessCalls.extendCourse),
  handle(access.endCourse, accessCalls.endCourse),
  handle(access.moveCourse, accessCalls.moveCourse),
  handle(access.previewSale, accessCalls.previewSale),
  handle(access.sellCourse, accessCalls.sellCourse),
  handle(bulk.grantCourses, grantCourses),
  handle(bulk.addLearner, addLearner),
  handle(learnerPurchases, listLearnerPurchases),
  handle(previewContract, previewRefund),
  handle(refundContract, refundLearner),
  handle(money.listOrders, moneyCalls.listOrders),
  handle(money.listPayments, moneyCalls.listPayments),
  handle(money.exportPayments, exportPayments),
  handle(money.listRefunds, moneyCalls.listRefunds),
  handle(money.listReceipts, moneyCalls.listReceipts),
  handle(checks.getReceipt, getReceipt),
  handle(checks.listMismatches, checkCalls.listMismatches),
  handle(checks.askProvider, checkCalls.askProvider),
  handle(gst.getGst, gstCalls.getGst),
  handle(gst.exportGst, gstCalls.exportGst),
  handle(registers.exportInvoices, registerCalls.exportInvoices),
  handle(registers.exportCreditNotes, registerCalls.exportCreditNotes),
  handle(registers.getCreditNote, registerCalls.getCreditNote),
  handle(prices.listPrices, listPrices),
  handle(prices.priceChoices, priceChoices),
  handle(prices.changePrice, changePrice),
]
