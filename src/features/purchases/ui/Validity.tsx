import type { PurchaseItem } from '../purchases.contract.ts'

type ValidityProps = Pick<PurchaseItem, 'validity_end' | 'course_status'>

/** Until when a course that was bought is open; one that is over says so. Nothing of one that is not open at all. */
export function Validity({ validity_end, course_status }: ValidityProps) {
  if (!validity_end) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span>
        Valid till <span className="font-medium whitespace-nowrap text-base-content tabular-nums">{validity_end}</span>
      </span>
      {course_status === 'Expired' && (
        <span className="rounded-selector bg-error/12 px-2 py-0.5 text-xs font-semibold text-error">Expired</span>
      )}
    </p>
  )
}
