import { useRef, type ReactNode, type RefObject } from 'react'
import { FADES, useMoreAside } from './use-more-aside.ts'

export interface ScrollBoxProps {
  /** Names the box for those who scroll it by keyboard. */
  label: string
  className?: string
  /** For an owner who scrolls it. */
  box?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** A box for what may be wider than the page, such as a table: it scrolls sideways, by keyboard too, and fades where there is more. */
export function ScrollBox({ label, className = '', box, children }: ScrollBoxProps) {
  const own = useRef<HTMLDivElement>(null)
  const { scrolls, more } = useMoreAside(box ?? own)
  return (
    <div
      ref={box ?? own}
      role="group"
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
      className={`overflow-x-auto ${more ? FADES : ''} ${className}`}
    >
      {children}
    </div>
  )
}
