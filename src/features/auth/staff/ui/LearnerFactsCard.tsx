import { staffPaths } from '#lib/both/staff-paths.ts'
import { CopyButton } from '#ui/staff/CopyButton.tsx'
import { Facts } from '#ui/staff/Facts.tsx'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import { Instant } from '#ui/staff/values.tsx'
import type { LearnerFacts } from '../learner-facts.contract.ts'

export interface LearnerFactsCardProps {
  learner: LearnerFacts
  /** The ticket that it stands beside, which is none of the others. */
  ticketId?: number
}

/** What is known of a learner, beside what they wrote. */
export function LearnerFactsCard({ learner, ticketId }: LearnerFactsCardProps) {
  const { id, name, phone, courses, ended_at, blocked_at, muted_at } = learner
  const others = learner.open_tickets.filter((ticket) => ticket.id !== ticketId)
  return (
    <section aria-label="The learner" className="rounded-box border border-base-300 bg-base-100 p-4">
      <h2 className="mb-2 flex flex-wrap items-center gap-2 text-base font-semibold">
        <a href={staffPaths.learner(id)} className="text-primary hover:underline">
          <bdi className="[overflow-wrap:anywhere]">{name ?? 'Learner'}</bdi>
        </a>
        {ended_at !== null && <StatusBadge tone="plain">Account ended</StatusBadge>}
        {blocked_at !== null && <StatusBadge tone="bad">Blocked</StatusBadge>}
        {muted_at !== null && <StatusBadge tone="waiting">May not write</StatusBadge>}
      </h2>
      <Facts
        facts={[
          ...(phone === null
            ? []
            : [
                {
                  label: 'Phone',
                  value: (
                    <span className="whitespace-nowrap tabular-nums">
                      <a href={`tel:${phone.replaceAll(' ', '')}`} className="link link-primary">
                        {phone}
                      </a>
                      <CopyButton text={phone} what="phone" />
                    </span>
                  ),
                },
              ]),
          {
            label: 'Last seen',
            value: learner.last_seen_at === null ? 'Never' : <Instant at={learner.last_seen_at} />,
          },
          { label: 'Joined', value: <Instant at={learner.joined_at} dayOnly /> },
        ]}
      />
      <h3 className="mb-1 mt-4 text-sm font-semibold">Courses</h3>
      {courses.length === 0 ? (
        <p className="text-sm text-muted">None</p>
      ) : (
        <ul className="space-y-1.5 text-sm">
          {courses.map((course) => (
            <li key={course.id}>
              <span className="[overflow-wrap:anywhere]">{course.title}</span>{' '}
              <span className="text-muted">
                {course.active ? 'until ' : 'ended '}
                <Instant at={course.valid_until} dayOnly />
              </span>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <>
          <h3 className="mb-1 mt-4 text-sm font-semibold">{ticketId ? 'Other open tickets' : 'Open tickets'}</h3>
          <ul className="space-y-1.5 text-sm">
            {others.map((ticket) => (
              <li key={ticket.id} className="flex items-baseline justify-between gap-2">
                <a href={staffPaths.ticket(ticket.id)} className="link link-primary min-w-0 truncate" dir="auto">
                  {ticket.title}
                </a>
                <StatusBadge tone={ticket.waiting ? 'waiting' : 'good'}>
                  {ticket.waiting ? 'Waiting' : 'Answered'}
                </StatusBadge>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
