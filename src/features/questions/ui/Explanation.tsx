import type { ReactNode } from 'react'
import { Html } from './Html.tsx'

/** Explanation of the right answer, which authors may add later. */
export function Explanation({ html, level }: { html: string; level: 3 | 4 }): ReactNode {
  if (!html) return <p className="mt-4 text-sm text-muted">No explanation yet.</p>
  const Heading = level === 3 ? 'h3' : 'h4'
  return (
    <div className="mt-4 rounded-field bg-base-200 px-4 py-3">
      <Heading className="mb-1 text-sm font-semibold">Explanation</Heading>
      <Html html={html} />
    </div>
  )
}
