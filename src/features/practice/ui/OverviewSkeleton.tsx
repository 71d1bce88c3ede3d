/** Title and purpose of the page. Stands in the page before the island as well. */
export function PracticeHead() {
  return (
    <>
      <h1 className="text-2xl font-bold sm:text-3xl">Practice</h1>
      <p className="mt-1 mb-6 max-w-prose text-muted">
        Questions that you get wrong or skip in exams, quizzes and video based exams are added here. They come back
        until you know them.
      </p>
    </>
  )
}

/** The head and the list while they load. Stands in the page before the island as well. */
export function OverviewSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <div aria-hidden="true" className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6">
        <div className="flex flex-wrap items-center justify-between gap-6">
          <div className="space-y-3">
            <div className="skeleton h-10 w-48" />
            <div className="skeleton h-4 w-64 max-w-full" />
          </div>
          <div className="skeleton h-12 w-full sm:w-44" />
        </div>
      </div>
      <ListSkeleton className="mt-16" />
    </div>
  )
}

/** Rows of the notebook while they load. */
export function ListSkeleton({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden="true" className={`space-y-3 ${className}`}>
      {[0, 1, 2].map((row) => (
        <div key={row} className="space-y-3 rounded-box border border-base-300 bg-base-100 p-5">
          <div className="skeleton h-4 w-11/12" />
          <div className="skeleton h-4 w-3/5" />
          <div className="skeleton h-3 w-40" />
        </div>
      ))}
    </div>
  )
}
