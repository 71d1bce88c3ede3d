import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import type { BadRow } from '../phone-list.contract.ts'
import { whyNot } from '../phone-list.rules.ts'

const badColumns: Column<BadRow>[] = [
  { id: 'line', header: 'Line', cell: ({ line }) => `Line ${line}`, width: '6rem' },
  {
    id: 'phone',
    header: 'Text',
    cell: ({ phone }) => <bdi className="font-mono">{phone || '(nothing)'}</bdi>,
  },
  {
    id: 'why',
    header: 'Reason',
    cell: ({ why, first_line: first }) => `${whyNot[why]}${first === null ? '' : ` (first on line ${first})`}`,
  },
]

/** Lines of a list of phones that cannot be used, each with why not. */
export function BadLines({ lines }: { lines: readonly BadRow[] }) {
  return (
    <DataTable
      caption="Lines that cannot be used"
      columns={badColumns}
      loaded={{ is: 'shown', shown: lines }}
      rowsOf={(rows) => rows}
      rowKey={({ line }) => line}
      onRetry={() => {}}
    />
  )
}
