import { useId, useState } from 'react'
import type { ListColumn, ReadList } from '../phone-list.contract.ts'

type Choose = NonNullable<ReadList['choose']>

interface ListColumnsProps {
  list: ReadList
  busy: boolean
  /** Reads the list again with this column, from 1. */
  onChoose: (which: Choose, column: number) => void
}

const nameOf = ({ column, heading }: ListColumn) => heading || `Column ${column}`

/** Shows which columns of a list are used, and asks where more than one could be meant. */
export function ListColumns({ list, busy, onChoose }: ListColumnsProps) {
  if (list.choose !== null) return <ColumnQuestion key={list.choose} list={list} busy={busy} onChoose={onChoose} />
  if (list.columns.length < 2) return null
  return (
    <div className="mb-4 flex flex-wrap gap-x-5 gap-y-3">
      <ColumnSelect label="Phone numbers" which="phone_column" {...{ list, busy, onChoose }} />
      <ColumnSelect label="Names" which="name_column" {...{ list, busy, onChoose }} />
      {list.heading_line !== null && list.heading_line > 1 && (
        <p className="w-full text-sm text-muted">
          The headings are on line {list.heading_line}. Lines before it are not used.
        </p>
      )}
    </div>
  )
}

function ColumnSelect({ label, which, list, busy, onChoose }: ListColumnsProps & { label: string; which: Choose }) {
  const id = useId()
  return (
    <div className="min-w-0 max-sm:w-full">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        className="select w-full text-base sm:w-64 sm:text-sm"
        value={list[which] ?? ''}
        aria-disabled={busy}
        onChange={({ target }) => {
          if (!busy) onChoose(which, Number(target.value))
        }}
      >
        {list[which] === null && <option value="">None</option>}
        {list.columns.map((column) => (
          <option key={column.column} value={column.column}>
            {nameOf(column)}
          </option>
        ))}
      </select>
    </div>
  )
}

function ColumnQuestion({ list: { choose, choices, columns }, busy, onChoose }: ListColumnsProps) {
  const [chosen, setChosen] = useState<number>()
  const id = useId()
  const candidates = columns.filter(({ column }) => choices.includes(column))
  return (
    <fieldset className="mb-4 max-w-xl">
      <legend className="mb-2 font-semibold">
        {choose === 'name_column' ? 'Which column has the names?' : 'Which column has the learners’ phone numbers?'}
      </legend>
      <div className="space-y-2">
        {candidates.map((column) => (
          <label
            key={column.column}
            className="flex cursor-pointer items-start gap-3 rounded-field border border-base-300 px-4 py-3"
          >
            <input
              type="radio"
              name={id}
              className="radio radio-sm mt-0.5 shrink-0"
              checked={chosen === column.column}
              onChange={() => setChosen(column.column)}
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi className="font-medium">{nameOf(column)}</bdi>
              <span className="block text-sm text-muted">
                <bdi>{column.samples.join(', ')}</bdi>
              </span>
            </span>
          </label>
        ))}
      </div>
      <button
        type="button"
        className="btn btn-primary mt-3"
        aria-disabled={busy || chosen === undefined}
        onClick={() => {
          if (!busy && chosen !== undefined) onChoose(choose!, chosen)
        }}
      >
        Use this column
      </button>
    </fieldset>
  )
}
