import { useState } from 'react'
import { useStore } from '@nanostores/react'
import type { FormRules } from '#lib/both/form-rules.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { serverNow } from '#lib/browser/call/call.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbersOfAddress } from '#lib/browser/numbers.ts'
import { useRefreshed } from '#lib/browser/staff/use-refreshed.ts'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { Facts } from '#ui/staff/Facts.tsx'
import { Instant } from '#ui/staff/values.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { Later } from '#ui/states/Later.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import type { Announcement as Shown } from '../announcements.contract.ts'
import { announcement, oneAddress } from '../announcements.store.ts'
import { AnnouncementActs } from './AnnouncementActs.tsx'
import { Counts } from './Counts.tsx'
import { NotificationLook } from './NotificationLook.tsx'
import { StateBadge, toWhom } from './words.tsx'

/** One notification: what was or will be told, to whom, and what has come of it. */
export function Announcement({ rules }: { rules: FormRules }) {
  const [id] = useState(() => numbersOfAddress()[0]!)
  const { edit } = useStore(oneAddress.$values)
  const loaded = useLoaded(announcement, id)
  useRefreshed(announcement)
  if (loaded.is === 'missing') return <EmptyState message="There is no such notification" />
  if (loaded.is === 'failed')
    return <LoadFailure failed={loaded} what="This notification" onRetry={() => void announcement.again()} />
  if (loaded.is !== 'shown') return <div className="skeleton h-96" />
  const { shown } = loaded
  const close = () => oneAddress.set({ edit: false }, 'replace')
  return (
    <>
      <Head shown={shown} />
      {edit && shown.state === 'scheduled' ? (
        <Changing shown={shown} rules={rules} onClose={close} />
      ) : (
        <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          <div className="min-w-0 space-y-6">
            <AnnouncementActs shown={shown} />
            {shown.counts && <Counts counts={shown.counts} goesOn={shown.state === 'sent'} />}
            <About shown={shown} />
          </div>
          <section aria-labelledby="look" className="min-w-0">
            <h2 id="look" className="mb-3 text-lg font-semibold">
              {looks[shown.state]}
            </h2>
            <NotificationLook shown={shown.shown} at={shown.sent_at ?? serverNow()} />
          </section>
        </div>
      )}
      <Toasts />
    </>
  )
}

const looks = {
  scheduled: 'As learners will see it',
  sent: 'As learners see it',
  cancelled: 'As learners would have seen it',
  withdrawn: 'As learners saw it',
}

interface ChangingProps {
  shown: Shown
  rules: FormRules
  onClose: () => void
}

/** What it was when it was opened: what others do meanwhile is told when it is saved. */
function Changing({ shown, rules, onClose }: ChangingProps) {
  const [from] = useState(shown)
  const done = (message: string) => {
    toast.success(message)
    void announcement.refresh().catch(() => {})
    onClose()
  }
  return (
    <Later name="form" load={() => import('./WriteAnnouncement.tsx')} waiting={<div className="skeleton h-96" />}>
      {({ WriteAnnouncement }) => (
        <WriteAnnouncement
          rules={rules}
          from={from}
          changes
          onCancel={onClose}
          onDone={({ message }) => done(message)}
        />
      )}
    </Later>
  )
}

function Head({ shown: { title, state } }: { shown: Shown }) {
  return (
    <h1 className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-bold">
      <bdi className="min-w-0 [overflow-wrap:anywhere]">{title}</bdi>
      <span className="text-sm">
        <StateBadge state={state} />
      </span>
    </h1>
  )
}

function About({ shown }: { shown: Shown }) {
  const { state, send_at, sent_at, ended_at, ended_by, created_at, created_by, changed_at, changed_by, learner } = shown
  const changed = changed_at > created_at
  return (
    <Facts
      facts={[
        {
          label: 'To',
          value: learner ? (
            <a href={staffPaths.learner(learner.id)} className="link">
              {learner.name ?? 'One learner'}
            </a>
          ) : (
            <bdi>{toWhom(shown)}</bdi>
          ),
        },
        state === 'scheduled' || state === 'cancelled'
          ? { label: 'Due', value: <Instant at={send_at} /> }
          : { label: 'Sent', value: <Instant at={sent_at} /> },
        ...(ended_at === null
          ? []
          : [
              {
                label: state === 'withdrawn' ? 'Withdrawn' : 'Cancelled',
                value: (
                  <>
                    <Instant at={ended_at} /> by {ended_by}
                  </>
                ),
              },
            ]),
        {
          label: 'Written',
          value: (
            <>
              <Instant at={created_at} /> by {created_by}
            </>
          ),
        },
        ...(changed
          ? [
              {
                label: 'Changed',
                value: (
                  <>
                    <Instant at={changed_at} /> by {changed_by}
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}
