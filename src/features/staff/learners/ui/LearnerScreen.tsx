import { useEffect, useState } from 'react'
import { addNote } from '#features/auth/staff/notes/notes.contract.ts'
import { listLearnerCourses } from '#features/course/staff/learner-courses.contract.ts'
import { listLearnerComments } from '#features/discussions/staff/learner-comments.contract.ts'
import { listLearnerAttempts } from '#features/exams/staff/learner-attempts.contract.ts'
import { listLearnerNotifications } from '#features/notifications/staff/learner-notifications.contract.ts'
import { listLearnerPurchases } from '#features/purchases/staff/learner/learner-purchases.contract.ts'
import { listLearnerTickets } from '#features/support/staff/learner-tickets.contract.ts'
import type { LearnerPage } from '#features/auth/staff/learners.contract.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbersOfAddress } from '#lib/browser/numbers.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { Toasts, toast } from '#ui/Toasts.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { linkToast } from '#ui/staff/link-toast.tsx'
import { SectionTabs } from '#ui/staff/SectionTabs.tsx'
import { listLearnerAudit } from '../../audit/audit.contract.ts'
import { learner, learnerAddress, refreshLearner } from '../learners.store.ts'
import { ActDialog } from './acts/ActDialog.tsx'
import type { Ask, Asked, LearnerRules } from './acts/asked.ts'
import { LearnerHead } from './LearnerHead.tsx'
import { AttemptsTab } from './tabs/AttemptsTab.tsx'
import { CoursesTab } from './tabs/CoursesTab.tsx'
import { NotesTab } from './tabs/NotesTab.tsx'
import { ProfileTab } from './tabs/ProfileTab.tsx'
import { PurchasesTab } from './tabs/PurchasesTab.tsx'
import { CommentsTab, NotificationsTab, TicketsTab } from './tabs/WordsTabs.tsx'
import { LogTab } from './tabs/LogTab.tsx'

/** All that staff see of one learner, and do for them. */
export function LearnerIsland({ rules }: { rules: LearnerRules }) {
  const [id] = useState(() => numbersOfAddress()[0] ?? 0)
  const loaded = useLoaded(learner, id)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const done = (message: string, link?: { label: string; href: string }) => {
    close()
    if (link) linkToast(message, link)
    else if (message) toast.success(message, { duration: 4000 })
    void refreshLearner()
  }
  return (
    <>
      {loaded.is === 'loading' && <HeadSkeleton />}
      {(loaded.is === 'missing' || loaded.is === 'failed') && <h1 className="sr-only">Learner</h1>}
      {loaded.is === 'missing' && (
        <EmptyState
          compact
          message="There is no such learner"
          hint="The number in the address may be wrong."
          actionLabel="All learners"
          href={staffPaths.learners}
        />
      )}
      {loaded.is === 'failed' && (
        <LoadFailure compact failed={loaded} what="This learner" onRetry={() => void learner.again()} />
      )}
      {loaded.is === 'shown' && (
        <>
          <LearnerHead learner={loaded.shown} onAsk={setAsked} />
          <SectionTabs label="Parts of the page" address={learnerAddress} name="tab" tabs={tabsOf(loaded.shown)}>
            {(tab) => <Part tab={tab} learner={loaded.shown} rules={rules} onAsk={setAsked} />}
          </SectionTabs>
        </>
      )}
      {asked && <ActDialog id={id} rules={rules} asked={asked} onDone={done} onCancel={close} />}
      <Toasts />
    </>
  )
}

interface PartProps {
  tab: TabId
  learner: LearnerPage
  rules: LearnerRules
  onAsk: Ask
}

/** What a tab shows; an address may name one that is not for whoever is logged in. */
function Part({ tab, learner: shown, rules, onAsk }: PartProps) {
  const { id, deleted_at } = shown
  const ended = deleted_at !== null
  const mine = tabsOf(shown).some((one) => one.id === tab)
  useEffect(() => {
    if (!mine) learnerAddress.set({ tab: 'profile' }, 'replace')
  }, [mine])
  switch (mine ? tab : 'profile') {
    case 'profile':
      return <ProfileTab learner={shown} />
    case 'courses':
      return <CoursesTab id={id} onAsk={onAsk} ended={ended} />
    case 'purchases':
      return <PurchasesTab id={id} onAsk={onAsk} />
    case 'attempts':
      return <AttemptsTab id={id} onAsk={onAsk} ended={ended} />
    case 'tickets':
      return <TicketsTab id={id} />
    case 'comments':
      return <CommentsTab id={id} />
    case 'notifications':
      return <NotificationsTab id={id} />
    case 'notes':
      return <NotesTab id={id} rules={rules.note} ended={ended} />
    case 'log':
      return <LogTab id={id} />
  }
}

type TabId = ReturnType<typeof learnerAddress.$values.get>['tab']

/** The tabs that whoever is logged in may open, with how much is in them. */
function tabsOf({ counts }: LearnerPage) {
  const tabs = [
    { id: 'profile', label: 'Profile', count: null, roles: undefined },
    { id: 'courses', label: 'Courses', count: counts.courses, roles: listLearnerCourses.roles },
    { id: 'purchases', label: 'Purchases', count: counts.purchases, roles: listLearnerPurchases.roles },
    { id: 'attempts', label: 'Exams', count: counts.attempts, roles: listLearnerAttempts.roles },
    { id: 'tickets', label: 'Tickets', count: counts.tickets, roles: listLearnerTickets.roles },
    { id: 'comments', label: 'Comments', count: counts.comments, roles: listLearnerComments.roles },
    { id: 'notifications', label: 'Notifications', count: null, roles: listLearnerNotifications.roles },
    { id: 'notes', label: 'Notes', count: counts.notes, roles: addNote.roles },
    { id: 'log', label: 'Log', count: null, roles: listLearnerAudit.roles },
  ] as const
  return tabs
    .filter(({ roles }) => roles === undefined || mayCall(roles))
    .map(({ id, label, count }) => ({ id, label, ...(count && { badge: count }) }))
}

function HeadSkeleton() {
  return (
    <div aria-busy="true" className="space-y-3">
      <div className="skeleton h-8 w-64 max-w-full" />
      <div className="skeleton h-5 w-80 max-w-full" />
      <div className="skeleton h-10 w-full max-w-xl" />
      <div className="skeleton h-72 w-full" />
    </div>
  )
}
