import { useId, type ReactNode } from 'react'

export interface BlockProps {
  title: string
  children: ReactNode
  className?: string
}

/** A card of the dashboard with its heading. */
export function Block({ title, children, className = '' }: BlockProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`flex min-w-0 flex-col rounded-box border border-base-300 bg-base-100 p-4 sm:p-5 ${className}`}
    >
      <h2 id={id} className="mb-3 flex min-h-8 items-center text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
