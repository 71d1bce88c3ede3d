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
