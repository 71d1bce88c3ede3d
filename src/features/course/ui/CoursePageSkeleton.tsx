/** The course page while it loads: everything stands where it will be. */
export function CoursePageSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <div aria-hidden="true">
        <div className="my-2 skeleton h-4 w-64 max-w-full" />
        <div className="mt-4 skeleton h-7 w-96 max-w-full" />
        <div className="mt-3 mb-6 skeleton h-5 w-40" />
        <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_16rem] xl:grid-cols-[minmax(0,1fr)_18rem]">
          <div>
            <div className="-mx-4 aspect-video skeleton rounded-none sm:mx-0 sm:rounded-box" />
            <div className="mt-6 skeleton h-16 w-full" />
            <div className="mt-6 flex gap-6">
              <div className="skeleton h-5 w-24" />
              <div className="skeleton h-5 w-24" />
              <div className="skeleton h-5 w-24" />
            </div>
            <div className="mt-8 space-y-4">
              <div className="skeleton h-4 w-full" />
              <div className="skeleton h-4 w-11/12" />
              <div className="skeleton h-4 w-4/5" />
            </div>
          </div>
          <div className="skeleton h-[600px] max-md:hidden" />
        </div>
      </div>
    </div>
  )
}
