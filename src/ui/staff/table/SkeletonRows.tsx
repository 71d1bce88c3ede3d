import { fromWidth, type Column } from './columns.ts'

/** As many as a first look takes in. */
const ROWS = [1, 2, 3, 4, 5, 6, 7, 8]

const widths = ['w-32', 'w-24', 'w-40', 'w-20']

/** In place of rows that nobody has seen yet. */
export function SkeletonRows<Row>({ columns, choosing }: { columns: readonly Column<Row>[]; choosing: boolean }) {
  return ROWS.map((row) => (
    <tr
      key={row}
      aria-hidden="true"
      className="block rounded-box border border-base-300 bg-base-100 p-3 sm:table-row sm:p-0"
    >
      {choosing && <td className="max-sm:hidden sm:border-b sm:border-base-300" />}
      {columns.map(({ id, from }, index) => (
        <td
          key={id}
          className={`block py-1.5 sm:table-cell sm:border-b sm:border-base-300 sm:px-3 sm:py-2.5 ${
            from ? fromWidth[from] : index > 2 ? 'max-sm:hidden' : ''
          }`}
        >
          <div className={`skeleton h-4 max-w-full ${widths[(row + index) % widths.length]}`} />
        </td>
      ))}
    </tr>
  ))
}
