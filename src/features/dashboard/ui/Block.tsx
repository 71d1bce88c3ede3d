import { useId, type ReactNode } from 'react'

export interface BlockProps {
  title: string
  children: ReactNode
  className?: string
  /** Where all of them are, and what they are. */
  more?: { named: string; href: string }
}

/** A card of the dashboard with its heading. */
export function Block({ title, children, className = '', more }: BlockProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`flex min-w-0 flex-col rounded-box border border-base-300 bg-base-100 px-4 pt-2 pb-4 sm:px-5 sm:pt-3 sm:pb-5 ${className}`}
    >
      <div className="mb-1 flex min-h-11 items-center justify-between gap-x-2">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {more && (
          <a
            href={more.href}
            className="inline-flex min-h-11 shrink-0 items-center text-sm font-semibold text-primary hover:underline"
          >
            View all
            <span className="sr-only"> {more.named}</span>
          </a>
        )}
      </div>
      {children}
    </section>
  )
}
