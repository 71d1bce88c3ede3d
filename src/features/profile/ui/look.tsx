import { Skeleton } from '#ui/states/Skeleton.tsx'

export const card = 'rounded-box border border-base-300 bg-base-100 p-5 sm:p-6'
export const sectionTitle = 'text-lg font-semibold'

/** The head and the form while they load: as high as they will be. */
export function ProfileSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading your profile</span>
      <div aria-hidden="true" className="overflow-hidden rounded-box border border-base-300 bg-base-100">
        <div className="skeleton aspect-[3/1] rounded-none sm:aspect-[4/1]" />
        <div className="flex flex-wrap items-end gap-x-5 gap-y-3 px-5 pb-5 sm:px-6 sm:pb-6">
          <div className="skeleton -mt-12 size-24 rounded-full border-4 border-base-100 sm:-mt-14 sm:size-28" />
          <div className="grow basis-56 space-y-3 pt-3">
            <div className="skeleton h-7 w-2/5" />
            <div className="skeleton h-4 w-3/4" />
          </div>
        </div>
      </div>
      <div aria-hidden="true" className={`${card} mt-6 min-h-[29rem] sm:min-h-[25rem]`}>
        <div className="skeleton h-6 w-28" />
        <div className="mt-5 grid gap-x-6 gap-y-5 sm:grid-cols-2">
          {[0, 1, 2, 3, 4].map((place) => (
            <div key={place} className="skeleton mt-7 h-10" />
          ))}
        </div>
      </div>
    </div>
  )
}

/** A list of devices that loads. */
export function DevicesSkeleton() {
  return (
    <div className="min-h-32">
      <Skeleton lines={3} label="Loading your devices" />
    </div>
  )
}
