import { Skeleton } from '#ui/states/Skeleton.tsx'

const card = 'rounded-box border border-base-300 bg-base-100 p-5 sm:p-6'

/** Both cards while they load. */
export function TillSkeleton() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className={card}>
        <Skeleton />
      </div>
      <div aria-hidden="true" className={`${card} space-y-5`}>
        <div className="skeleton h-6 w-1/2" />
        <div className="flex gap-4">
          <div className="skeleton aspect-video w-28 shrink-0" />
          <div className="grow space-y-2">
            <div className="skeleton h-4 w-full" />
            <div className="skeleton h-4 w-2/3" />
          </div>
        </div>
        <div className="skeleton h-24 w-full" />
        <div className="skeleton h-12 w-full" />
      </div>
    </div>
  )
}
