import { Loader } from './Loader.tsx'
import { ListSkeleton } from './TicketList.tsx'

export const supportGrid =
  'grid gap-8 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:items-start md:max-lg:gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]'
// On small screens as high as the screen, so that it can be scrolled to the top before its content has come.
export const panelLook =
  'min-h-[calc(100dvh-6rem)] min-w-0 rounded-box border border-base-300 bg-base-100 p-4 sm:p-6 md:min-h-96'

/** The page before its script runs: the two panels at their places. */
export function SupportSkeleton() {
  return (
    <div className={supportGrid}>
      <div className="min-w-0">
        <div className="mb-4 min-h-12" />
        <ListSkeleton />
      </div>
      <div aria-hidden="true" className={`${panelLook} max-md:hidden`}>
        <Loader label="" />
      </div>
    </div>
  )
}
