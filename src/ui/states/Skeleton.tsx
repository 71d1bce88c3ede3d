/** Widths of the lines, repeated: text is ragged. */
const widths = ['w-2/5', 'w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-3/5']

export interface SkeletonProps {
  /** Document 1, section 9: seven. */
  lines?: number
  label?: string
}

/** Lines in place of text that is loading. */
export function Skeleton({ lines = 7, label = 'Loading' }: SkeletonProps) {
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} aria-hidden="true" className={`skeleton h-4 ${widths[line % widths.length]}`} />
      ))}
    </div>
  )
}

export interface CardGridSkeletonProps {
  cards?: number
  label?: string
}

/** Course cards that are loading: two a row on small screens, three on large ones. */
export function CardGridSkeleton({ cards = 6, label = 'Loading' }: CardGridSkeletonProps) {
  return (
    <div role="status" className="grid gap-4 min-[30rem]:grid-cols-2 sm:gap-6 lg:grid-cols-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: cards }, (_, card) => (
        <div key={card} aria-hidden="true" className="overflow-hidden rounded-box border border-base-300 bg-base-100">
          <div className="skeleton aspect-video w-full rounded-none" />
          <div className="space-y-3 p-4">
            <div className="skeleton h-3 w-1/3" />
            <div className="skeleton h-5 w-11/12" />
            <div className="skeleton h-4 w-2/3" />
            <div className="skeleton mt-6 h-10 w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
