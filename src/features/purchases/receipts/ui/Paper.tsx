import type { ReactNode } from 'react'
import { siteLogo } from '#lib/browser/site.ts'
import type { CreditNoteDocument } from '../credit-note.contract.ts'
import type { Invoice } from '../invoice.contract.ts'
import { isPlayMoney } from '../../purchases.rules.ts'
import { shownState } from '#lib/both/gst-states.ts'
import { inr } from '../../ui/money.ts'
import { RefundLine } from '../../ui/RefundLine.tsx'

/** How the sheet looks, also before it is filled. */
export const paper =
  'rounded-box border border-base-300 bg-base-100 p-5 sm:p-10 print:rounded-none print:border-0 print:bg-transparent print:p-0'

/** A GST tax invoice on one A4 page. */
export function Paper({ invoice }: { invoice: Invoice }) {
  return (
    <Sheet
      document={invoice}
      title={invoice.seller.gstin ? 'Tax invoice' : 'Receipt'}
      facts={[
        ['Paid by', invoice.payment_mode],
        ['Reference', invoice.acc_ref_id],
      ]}
    >
      {invoice.refunds.map((refund) => (
        <p key={refund.id} className="mt-4 text-sm font-semibold">
          <RefundLine refund={refund} />
        </p>
      ))}
    </Sheet>
  )
}

interface SheetProps {
  document: Omit<CreditNoteDocument, 'invoice'>
  title: string
  /** Shown beside the buyer, after the place of supply. */
  facts: [name: string, value: string][]
  children?: ReactNode
}

/** An invoice or a credit note on one A4 page. */
export function Sheet({ document: invoice, title, facts, children }: SheetProps) {
  return (
    <article aria-labelledby="title" className={paper}>
      {isPlayMoney(invoice.number) && (
        <p className="mb-6 border border-dashed border-base-content px-4 py-2 text-sm font-semibold">
          Test mode: no real payment was taken, and this is not an invoice.
        </p>
      )}
      <header className="flex flex-wrap items-start justify-between gap-x-10 gap-y-6 border-b-2 border-base-content pb-6">
        <div className="flex min-w-0 flex-[1_1_18rem] items-start gap-3">
          <img src={siteLogo()} alt="" className="size-10 shrink-0" />
          <Party party={invoice.seller} heading />
        </div>
        <div className="sm:text-right">
          <h1 id="title" className="text-2xl font-bold">
            {title}
          </h1>
          <dl className="mt-2 grid grid-cols-[auto_auto] gap-x-4 text-sm tabular-nums">
            <dt className="text-muted">Number</dt>
            <dd className="text-right font-medium">{invoice.number}</dd>
            <dt className="text-muted">Date</dt>
            <dd className="text-right font-medium">{invoice.date}</dd>
          </dl>
        </div>
      </header>
      <div className="grid gap-6 py-6 sm:grid-cols-2">
        <section aria-label="Billed to">
          <h2 className="text-sm text-muted">Billed to</h2>
          <Party party={invoice.buyer} />
        </section>
        <dl className="grid content-start gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr] sm:gap-y-2">
          <dt className="text-muted">Place of supply</dt>
          <dd className="font-medium">{shownState(invoice.place_of_supply)}</dd>
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="font-medium break-all">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <table className="w-full border-t border-base-content text-sm tabular-nums">
        <thead>
          <tr className="border-b border-base-300 text-left text-muted">
            <th scope="col" className="py-3 pr-4 font-medium">
              Description
            </th>
            <th scope="col" className="hidden py-3 pr-4 font-medium sm:table-cell print:table-cell">
              SAC
            </th>
            <th scope="col" className="py-3 text-right font-medium">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          <tr className="border-b border-base-300 align-top">
            <td className="py-3 pr-4 font-medium">
              {invoice.description}
              <span className="block font-normal text-muted sm:hidden print:hidden">SAC {invoice.sac}</span>
            </td>
            <td className="hidden py-3 pr-4 sm:table-cell print:table-cell">{invoice.sac}</td>
            <td className="py-3 text-right whitespace-nowrap">{inr(invoice.taxable_value)}</td>
          </tr>
        </tbody>
      </table>
      <dl className="ml-auto grid max-w-sm grid-cols-[1fr_auto] gap-x-6 gap-y-2 pt-4 text-sm tabular-nums">
        <dt className="text-muted">Taxable value</dt>
        <dd className="text-right">{inr(invoice.taxable_value)}</dd>
        {invoice.taxes.map(({ name, percent, amount }) => (
          <div key={name} className="col-span-2 flex justify-between gap-x-6">
            <dt className="text-muted">
              {name} ({percent}%)
            </dt>
            <dd className="text-right">{inr(amount)}</dd>
          </div>
        ))}
        <div className="col-span-2 mt-1 flex items-baseline justify-between gap-x-6 border-t-2 border-base-content pt-3">
          <dt className="text-base font-bold">Total</dt>
          <dd className="text-right text-lg font-bold">{inr(invoice.total)}</dd>
        </div>
      </dl>
      <p className="mt-6 border-t border-base-300 pt-4 text-sm">
        <span className="text-muted">Amount in words: </span>
        <span className="font-medium">{invoice.total_in_words}</span>
      </p>
      {children}
      <p className="mt-4 text-xs text-muted">
        Whether tax is payable on reverse charge: no. This document was made by a computer and needs no signature.
      </p>
    </article>
  )
}

function Party({ party, heading = false }: { party: Invoice['seller']; heading?: boolean }) {
  return (
    <div className="min-w-0">
      <p className={heading ? 'text-xl font-bold' : 'mt-1 font-semibold'}>{party.name}</p>
      {party.lines.map((line) => (
        <p key={line} className="text-sm break-words text-muted">
          {line}
        </p>
      ))}
      {party.gstin && <p className="mt-1 text-sm font-medium">GSTIN {party.gstin}</p>}
    </div>
  )
}
