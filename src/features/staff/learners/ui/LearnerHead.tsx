import { useEffect, useRef } from 'react'
import EllipsisIcon from 'virtual:lucide/ellipsis'
import { counted } from '#lib/both/text/format.ts'
import * as account from '#features/auth/staff/account/account.contract.ts'
import { learnerFieldReaders } from '#features/auth/staff/learner-fields.rules.ts'
import type { LearnerPage } from '#features/auth/staff/learners.contract.ts'
import * as access from '#features/purchases/staff/access/access.contract.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import { CopyButton } from '#ui/staff/CopyButton.tsx'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import { Instant } from '#ui/staff/values.tsx'
import type { Ask, Asked } from './acts/asked.ts'
import { LearnerBadges } from './learner-badges.tsx'

interface HeadProps {
  learner: LearnerPage
  onAsk: Ask
}

/** Who it is, what is out of the ordinary, and what is done most. */
export function LearnerHead({ learner, onAsk }: HeadProps) {
  const { id, name, country_code, phone, email, deleted_at, last_seen_at, counts } = learner
  const full = `+${country_code} ${phone}`
  return (
    <header className="mb-5">
      <h1 dir="auto" className="text-2xl font-bold [overflow-wrap:anywhere]">
        {name ?? `Learner ${id}`}
      </h1>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <span className="text-muted">Learner {id}</span>
        {deleted_at === null && !mayCall(learnerFieldReaders.phone) && <span className="tabular-nums">{full}</span>}
        {deleted_at === null && mayCall(learnerFieldReaders.phone) && (
          <span className="whitespace-nowrap tabular-nums">
            <a href={`tel:${full.replace(' ', '')}`} className="link link-primary">
              {full}
            </a>
            <CopyButton text={full} what="phone" />
          </span>
        )}
        {email !== null && (
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <a href={`mailto:${email}`} className="link link-primary">
              {email}
            </a>
            <CopyButton text={email} what="email address" />
          </span>
        )}
        <span className="text-muted">
          {last_seen_at === null ? (
            'Never seen'
          ) : (
            <>
              Last seen <Instant at={last_seen_at} />
            </>
          )}
        </span>
      </p>
      <p className="mt-2 flex flex-wrap gap-1.5">
        <LearnerBadges learner={learner} />
        {deleted_at === null && <CourseBadge counts={counts} />}
      </p>
      {deleted_at === null ? (
        <Buttons learner={learner} onAsk={onAsk} />
      ) : (
        <p className="mt-3 rounded-field bg-base-200 px-4 py-2.5 text-sm">
          This account ended on <Instant at={deleted_at} dayOnly />. Nothing personal of it is left; what was paid stays
          in the books.
        </p>
      )}
    </header>
  )
}

function CourseBadge({ counts: { courses, open_courses: open } }: Pick<LearnerPage, 'counts'>) {
  if (!courses) return <StatusBadge tone="plain">Never had a course</StatusBadge>
  if (!open) return <StatusBadge tone="waiting">All courses have ended</StatusBadge>
  return <StatusBadge tone="good">{counted(open, 'open course')}</StatusBadge>
}

interface Act {
  label: string
  asked: Asked
  roles: readonly StaffRole[]
}

function Buttons({ learner: { blocked_at, muted_at }, onAsk }: HeadProps) {
  const block = (at: number | null, from: 'log-in' | 'discussions', words: [allow: string, stop: string]): Act =>
    at === null
      ? { label: words[1], asked: { what: 'block', from }, roles: account.blockLearner.roles }
      : { label: words[0], asked: { what: 'unblock', from }, roles: account.unblockLearner.roles }
  const often: Act[] = [
    { label: 'Grant a course', asked: { what: 'grant' }, roles: access.grantCourse.roles },
    { label: 'Enter a sale', asked: { what: 'sale' }, roles: access.sellCourse.roles },
    { label: 'Unlock codes', asked: { what: 'unlock' }, roles: account.unlockLearner.roles },
  ]
  const others: Act[] = [
    { label: 'Log out everywhere', asked: { what: 'logout' }, roles: account.logOutLearner.roles },
    { label: 'Another phone', asked: { what: 'phone' }, roles: account.moveLearnerPhone.roles },
    block(blocked_at, 'log-in', ['Let them log in again', 'Block the account']),
    block(muted_at, 'discussions', ['Let them write again', 'Stop from writing']),
  ]
  const mine = (acts: Act[]) => acts.filter(({ roles }) => mayCall(roles))
  const more = mine(others)
  const menu = useRef<HTMLDetailsElement>(null)
  // The browser leaves it open whatever else is pressed.
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (menu.current && !menu.current.contains(target as Node)) menu.current.open = false
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
    }
  }, [])
  return (
    <div className="mt-3 flex flex-wrap items-start gap-2">
      {mine(often).map(({ label, asked }) => (
        <button key={label} type="button" className="btn" onClick={() => onAsk(asked)}>
          {label}
        </button>
      ))}
      {more.length > 0 && (
        <details
          ref={menu}
          className="relative"
          onKeyDown={({ key, currentTarget }) => {
            if (key !== 'Escape' || !currentTarget.open) return
            currentTarget.open = false
            currentTarget.querySelector('summary')?.focus()
          }}
        >
          <summary className="btn list-none">
            <EllipsisIcon className="size-4" />
            More
          </summary>
          <ul className="absolute right-0 z-30 mt-1 w-56 rounded-box border border-base-300 bg-base-100 p-1 shadow-lg sm:left-0 sm:right-auto">
            {more.map(({ label, asked }) => (
              <li key={label}>
                <button
                  type="button"
                  className="flex min-h-10 w-full items-center rounded-field px-3 text-left text-sm hover:bg-base-200 max-sm:min-h-11"
                  onClick={({ currentTarget }) => {
                    currentTarget.closest('details')?.removeAttribute('open')
                    onAsk(asked)
                  }}
                >
                  {label}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
