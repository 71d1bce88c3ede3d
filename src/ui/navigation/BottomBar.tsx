import type { ReactNode } from 'react'

export interface BottomBarProps {
  /** Names the group of actions. */
  label?: string
  /** `screen`: from edge to edge of a full screen; `page`: as wide as the content of a page in the shell. */
  of: 'screen' | 'page'
  children: ReactNode
}

const places = {
  screen: 'mt-auto bg-base-100',
  page: '-mx-4 mt-6 bg-page px-4 sm:mx-0 sm:px-0',
}

/**
 * What can be done, at the foot of the window within reach of a thumb, however long the content above it is. Where the window
 * is too low to spare the room it stands below the content. Last in what it belongs to.
 */
export function BottomBar({ label, of, children }: BottomBarProps) {
  return (
    <div
      data-bottom-bar
      role={label ? 'group' : undefined}
      aria-label={label}
      className={`sticky bottom-0 z-10 border-t border-base-300 pb-[max(0.5rem,env(safe-area-inset-bottom))] pt-2 [@media(max-height:26rem)]:static ${places[of]}`}
    >
      {children}
    </div>
  )
}
