import type { ReactNode } from 'react'
import { counted } from '#lib/both/text/format.ts'
import { LOOKS_BACK } from '#features/purchases/staff/money/money.rules.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { Later } from '#ui/states/Later.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { getWaiting, type Waiting } from '../home.contract.ts'

const waiting = loading((_: undefined, signal) => staffCall(getWaiting, { signal }))

/** What waits, each a way to it, and how the last thirty days were. */
export function Home() {
  const loaded = useLoaded(waiting)
  if (loaded.is === 'failed')
    return <LoadFailure failed={loaded} what="This page" onRetry={() => void waiting.again()} />
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  const { tickets, discussions, reports, payments, sitting, codes, push } = shown ?? nothing
  return (
    <>
      <h2 className="sr-only">What waits</h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4" aria-busy={!shown}>
        {!shown && Array.from({ length: 6 }, (_, index) => <li key={index} className="skeleton h-24" />)}
        {tickets && (
          <Card href={staffPaths.tickets} title="Tickets waiting" calm={tickets.count === 0}>
            <Count of={tickets} />
          </Card>
        )}
        {discussions && (
          <Card
            href={`${staffPaths.discussions}?show=unanswered`}
            title="Unanswered discussions"
            calm={discussions.count === 0}
          >
            <Count of={discussions} />
          </Card>
        )}
        {reports && (
          <Card href={staffPaths.reports} title="Reports to look at" calm={reports.count === 0}>
            <Count of={reports} />
          </Card>
        )}
        {payments && (
          <Card href={staffPaths.moneyToSee} title="Payments that need attention" calm={payments.count === 0}>
            <Count of={payments} />
            <Small>in the last {counted(LOOKS_BACK[0], 'day')}</Small>
          </Card>
        )}
        {sitting && (
          <Card href={`${staffPaths.exams}?state=sitting`} title="In an exam now" calm>
            <Big>{sitting.candidates}</Big>
            <Small>in {counted(sitting.exams, 'exam')}</Small>
          </Card>
        )}
        {codes && (
          <Card href={staffPaths.deliveries} title="Codes not sent, 24 hours" calm={codes.not_sent === 0}>
            <Big>{codes.not_sent}</Big>
            <Small>{`of ${codes.sent}`}</Small>
          </Card>
        )}
        {push && (
          <Card href={`${staffPaths.deliveries}#push`} title="Push messages that fail" calm={push.failing === 0}>
            <Big>{push.failing}</Big>
            <Small>{`of ${push.waiting} that are due`}</Small>
          </Card>
        )}
      </ul>
      <Later name="days" load={() => import('./Days.tsx')} waiting={<div className="skeleton mt-8 h-80" />}>
        {({ Days }) => <Days />}
      </Later>
    </>
  )
}

const nothing = {
  tickets: null,
  discussions: null,
  reports: null,
  payments: null,
  sitting: null,
  codes: null,
  push: null,
}

function Card({ href, title, calm, children }: { href: string; title: string; calm: boolean; children: ReactNode }) {
  return (
    <li>
      <a
        href={href}
        className={`flex h-full flex-col gap-1 rounded-box border bg-base-100 p-4 hover:border-primary ${calm ? 'border-base-300' : 'border-warning'}`}
      >
        <span className="text-sm font-medium text-muted">{title}</span>
        <span className="flex flex-wrap items-baseline gap-x-3">{children}</span>
      </a>
    </li>
  )
}

const Big = ({ children }: { children: ReactNode }) => (
  <strong className="text-3xl font-bold tabular-nums">{children}</strong>
)
const Small = ({ children }: { children: ReactNode }) => <span className="text-sm text-muted">{children}</span>

/** The server counts no further. */
const MOST = 1000

function Count({ of: { count, since } }: { of: Waiting }) {
  return (
    <>
      <Big>{count >= MOST ? `${MOST}+` : count}</Big>
      {since !== null && <Small>since {displayTime(since)}</Small>}
    </>
  )
}
