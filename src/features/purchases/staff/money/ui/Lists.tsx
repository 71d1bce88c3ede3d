import { useStore } from '@nanostores/react'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { shownState } from '#lib/both/gst-states.ts'
import { saleMethods } from '../../../receipts/receipt.rules.ts'
import type { Column } from '#ui/staff/table/columns.ts'
import { Instant, Money } from '#ui/staff/values.tsx'
import type { ListedOrder, ListedPayment, ListedRefund } from '../money.contract.ts'
import { orderStates, refundStates } from '../money.rules.ts'
import { address, asked, orders, receipts, refunds } from '../money.store.ts'
import { AskProvider } from './AskProvider.tsx'
import {
  amount,
  course,
  learner,
  OrderBadge,
  PaymentStatus,
  ProviderId,
  ReceiptLink,
  RefundBadge,
  takenBy,
  when,
} from './cells.tsx'
import { choice, MoneyList } from './MoneyList.tsx'

const orderColumns: Column<ListedOrder>[] = [
  when,
  learner,
  course,
  amount,
  { id: 'state', header: 'State', cell: ({ status }) => <OrderBadge state={status} /> },
  { id: 'kind', header: 'For', cell: ({ kind }) => (kind === 'renewal' ? 'Renewal' : 'Purchase'), from: 'lg' },
  {
    id: 'taken',
    header: 'Asked of',
    cell: ({ provider, provider_order_id }) => (
      <>
        {takenBy(provider)}
        <ProviderId id={provider_order_id ?? 'Never heard of it'} />
      </>
    ),
  },
  {
    id: 'acts',
    header: 'Check',
    align: 'end',
    cell: ({ id, provider_order_id }) =>
      provider_order_id !== null && <AskProvider about={{ order_id: id }} name={`order ${id}`} />,
  },
]

export function Orders() {
  const loaded = useLoaded(orders, asked.orders(useStore(address.$values)))
  return (
    <MoneyList
      caption="Orders"
      one="order"
      loaded={loaded}
      onRetry={() => void orders.again()}
      columns={orderColumns}
      fields={[choice('order', 'State', orderStates)]}
    />
  )
}

const refundColumns: Column<ListedRefund>[] = [
  when,
  learner,
  course,
  {
    ...amount,
    cell: ({ amount_paise, provider }) => (
      <>
        <Money paise={amount_paise} />
        <span className="block text-xs text-muted">{takenBy(provider)}</span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ status, problem, ended_at }) => (
      <>
        <RefundBadge state={status} />
        <span className="block min-w-32 text-xs text-muted [overflow-wrap:anywhere]">
          {problem ?? (status === 'done' && <Instant at={ended_at} />)}
        </span>
      </>
    ),
  },
  { id: 'note', header: 'Credit note', cell: ({ credit_note }) => credit_note, whole: true },
  {
    id: 'receipt',
    header: 'Of receipt',
    cell: ({ payment, receipt }) => <ReceiptLink payment={payment} number={receipt} />,
  },
]

export function Refunds() {
  const loaded = useLoaded(refunds, asked.refunds(useStore(address.$values)))
  return (
    <MoneyList
      caption="Refunds"
      one="refund"
      loaded={loaded}
      onRetry={() => void refunds.again()}
      columns={refundColumns}
      fields={[choice('refund', 'State', refundStates)]}
    />
  )
}

const receiptColumns: Column<ListedPayment>[] = [
  { id: 'receipt', header: 'Receipt', cell: ({ id, receipt }) => <ReceiptLink payment={id} number={receipt} /> },
  { id: 'at', header: 'When', cell: ({ at }) => <Instant at={at} />, whole: true },
  learner,
  course,
  amount,
  {
    id: 'place',
    header: 'Place of supply',
    cell: ({ place_of_supply }) => place_of_supply && shownState(place_of_supply),
  },
  { id: 'state', header: 'State', cell: (payment) => <PaymentStatus of={payment} /> },
]

export function Receipts() {
  const loaded = useLoaded(receipts, asked.receipts(useStore(address.$values)))
  return (
    <MoneyList
      caption="Receipts"
      one="receipt"
      loaded={loaded}
      onRetry={() => void receipts.again()}
      columns={receiptColumns}
      fields={[choice('method', 'Paid at the desk by', saleMethods)]}
    />
  )
}
