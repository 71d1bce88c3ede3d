import type { ReactNode } from 'react'
import { countedLarge } from '#lib/both/text/format.ts'
import { Instant } from '#ui/staff/values.tsx'
import type { AnnouncementCounts } from '../announcements.contract.ts'
import { figure, share } from './words.tsx'

/**
 * How many learners were told, to how many browsers it was pushed, and who has read it.
 * @param goesOn it is still under bells, so that they are counted again
 */
export function Counts({ counts, goesOn }: { counts: AnnouncementCounts; goesOn: boolean }) {
  const { told, browsers, pushed, waiting, failed, opened, counted_at } = counts
  return (
    <section aria-label="How many it reached">
      <dl className="grid gap-3 sm:grid-cols-3">
        <Count label="Told" value={figure(told)} of={told === 1 ? 'learner' : 'learners'} />
        <Count label="Pushed" value={figure(pushed)} of={`of ${countedLarge(browsers, 'browser')}`}>
          {waiting > 0 && <p>{figure(waiting)} still waiting</p>}
          {failed > 0 && <p>{figure(failed)} gone or refused</p>}
        </Count>
        <Count
          label="Opened"
          value={figure(opened)}
          of={share(opened, told) && `${share(opened, told)} of those told`}
        />
      </dl>
      <p className="mt-2 text-xs text-muted">
        Readers were counted <Instant at={counted_at} seconds />
        {goesOn && ', and will be again'}.
      </p>
    </section>
  )
}

interface CountProps {
  label: string
  value: string
  of: string
  children?: ReactNode
}

function Count({ label, value, of, children }: CountProps) {
  return (
    <div className="rounded-box border border-base-300 bg-base-100 px-4 py-3">
      <dt className="text-xs font-medium text-muted">{label}</dt>
      <dd className="text-sm text-muted">
        <span className="text-2xl font-bold tabular-nums text-base-content">{value}</span> {of}
        {children}
      </dd>
    </div>
  )
}
