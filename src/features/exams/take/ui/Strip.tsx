import type { ReactNode } from 'react'

/** A notice above the actions. */
export function Strip({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="-mt-2 mb-2 border-b border-base-300 bg-tint py-2.5 text-sm">
      <div className="mx-auto flex max-w-3xl items-start gap-3 px-4 lg:px-6">
        {icon}
        <div className="min-w-0 grow">{children}</div>
      </div>
    </div>
  )
}
