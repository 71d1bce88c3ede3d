import type { ReactNode } from 'react'

export interface FactsProps {
  /** What is not known says so. */
  facts: readonly { label: string; value: ReactNode }[]
  /** Columns side by side where there is room. */
  columns?: 1 | 2 | 3
}

const grids = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 xl:grid-cols-3' }

/** What is known of something, each with its name. */
export function Facts({ facts, columns = 1 }: FactsProps) {
  return (
    <dl className={`grid gap-x-8 gap-y-1.5 text-sm ${grids[columns]}`}>
      {facts.map(({ label, value }) => (
        <div key={label} className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3 py-0.5">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            {value === undefined || value === null || value === '' ? <span className="text-muted">None</span> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
