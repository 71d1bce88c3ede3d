import { useStore } from '@nanostores/react'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import type { Column } from '#ui/staff/table/columns.ts'
import { Instant, Money } from '#ui/staff/values.tsx'
import type { ListedOrder, ListedRefund } from '../money.contract.ts'
import { orderStates, refundStates } from '../money.rules.ts'
import { address, asked, orders, refunds } from '../money.store.ts'
import { AskProvider } from './AskProvider.tsx'
import {
  amount,
  course,
  CreditNoteLink,
  learner,
  OrderBadge,
  ProviderId,
  ReceiptLink,
  RefundBadge,
  takenBy,
  whenOf,
} from './cells.tsx'
import { choice, MoneyList, Sums } from './MoneyList.tsx'

const orderColumns: Column<ListedOrder>[] = [
  whenOf('Order'),
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
        <ProviderId id={provider_order_id ?? 'Not found at the provider'} />
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
      sums={({ sum_paise }) => <Sums total={sum_paise} label="asked for" />}
      loaded={loaded}
      onRetry={() => void orders.again()}
      columns={orderColumns}
      fields={[choice('order', 'State', orderStates)]}
    />
  )
}

const refundColumns: Column<ListedRefund>[] = [
  whenOf('Refund'),
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
  {
    id: 'note',
    header: 'Credit note',
    cell: ({ id, credit_note }) => <CreditNoteLink refund={id} number={credit_note} />,
  },
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
      sums={({ sum_paise }) => <Sums total={sum_paise} label="refunded or in progress" />}
      loaded={loaded}
      onRetry={() => void refunds.again()}
      columns={refundColumns}
      fields={[choice('refund', 'State', refundStates)]}
    />
  )
}
