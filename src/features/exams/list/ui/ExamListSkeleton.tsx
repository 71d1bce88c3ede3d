/** Exam cards that are loading. */
export function ExamListSkeleton({ cards = 6 }: { cards?: number }) {
  return (
    <div role="status" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      <span className="sr-only">Loading</span>
      {Array.from({ length: cards }, (_, card) => (
        <div key={card} aria-hidden="true" className="space-y-3 rounded-box border border-base-300 bg-base-100 p-5">
          <div className="skeleton h-3 w-1/3" />
          <div className="skeleton h-5 w-11/12" />
          <div className="skeleton h-4 w-2/3" />
          <div className="skeleton h-4 w-1/2" />
          <div className="skeleton mt-5 h-10 w-full" />
        </div>
      ))}
    </div>
  )
}
