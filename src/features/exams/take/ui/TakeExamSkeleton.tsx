import { Skeleton } from '#ui/states/Skeleton.tsx'

/** The exam screen's outline while it loads; the server draws it, so that it stands there at once. */
export function TakeExamSkeleton() {
  return (
    <div className="flex grow flex-col">
      <div className="h-16 border-b border-base-300 bg-base-100" />
      <div className="grid grow lg:grid-cols-[minmax(0,1fr)_20.5rem]">
        <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6">
          <Skeleton label="Loading the exam" />
        </div>
        <div className="hidden border-l border-base-300 bg-base-100 lg:block" />
      </div>
    </div>
  )
}
