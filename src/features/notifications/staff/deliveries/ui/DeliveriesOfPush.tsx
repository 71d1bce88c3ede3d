import { counted } from '#lib/both/text/format.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { useRefreshed } from '#lib/browser/staff/use-refreshed.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Instant } from '#ui/staff/values.tsx'
import { getPushDeliveries, type FailingService } from '../deliveries.contract.ts'

const deliveries = loading((_: undefined, signal) => staffCall(getPushDeliveries, { signal }))

/** The server counts no further. */
const MOST = 10_000

const messages = (count: number) => (count >= MOST ? `${MOST} messages or more` : counted(count, 'message'))

/** Push messages that fail, by push service, and what is to be done about them. */
export function DeliveriesOfPush() {
  const loaded = useLoaded(deliveries)
  useRefreshed(deliveries)
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  return (
    <>
      {shown && shown.failing > 0 && (
        <div className="mb-4 rounded-field bg-warning/12 px-4 py-3 text-sm">
          <p className="font-semibold">{messages(shown.failing)} could not be pushed so far</p>
          <p className="mt-1 max-w-3xl">
            Nothing is lost: each stands under its learner’s bell, and is tried four times more within three hours. One
            service alone is slow or refuses: wait for it. If all of them fail, the server does not reach the Internet.
            The server’s log says why of each try, at “not pushed”.
          </p>
        </div>
      )}
      {shown && (
        <p className="mb-3 text-sm text-muted">
          {shown.due === 0
            ? 'No message is due at this moment.'
            : `${messages(shown.due)} due at this moment: after one to everybody they take a while.`}
        </p>
      )}
      <DataTable
        caption="Push services that fail"
        columns={columns}
        loaded={loaded}
        rowsOf={({ data }) => data.map((row, index) => ({ ...row, index }))}
        rowKey={({ index }) => index}
        onRetry={() => void deliveries.again()}
        empty={<EmptyState compact message="No push message fails" />}
        keys={false}
      />
    </>
  )
}

const columns: Column<FailingService & { index: number }>[] = [
  {
    id: 'service',
    header: 'Push service',
    cell: ({ service }) => <bdi className="block min-w-40 [overflow-wrap:anywhere]">{service}</bdi>,
  },
  { id: 'failing', header: 'Messages', cell: ({ failing }) => failing, align: 'end' },
  {
    id: 'tries',
    header: 'Tries',
    cell: ({ least_tries, most_tries }) =>
      least_tries === most_tries ? most_tries : `${least_tries} to ${most_tries}`,
    align: 'end',
    whole: true,
  },
  { id: 'since', header: 'Oldest written', cell: ({ since }) => <Instant at={since} />, whole: true },
  { id: 'next', header: 'Next try', cell: ({ next_at }) => <Instant at={next_at} />, whole: true },
]
