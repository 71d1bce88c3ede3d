export interface RowActProps {
  label: string
  /** What it is done to, for those who do not see the row. */
  about: string
  onClick: () => void
}

/** Something that can be done with a row of a table. */
export function RowAct({ label, about, onClick }: RowActProps) {
  return (
    <button type="button" className="btn btn-ghost btn-sm" aria-label={`${label}: ${about}`} onClick={onClick}>
      {label}
    </button>
  )
}
