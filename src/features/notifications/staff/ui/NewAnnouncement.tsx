import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { FormRules } from '#lib/both/form-rules.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { Later } from '#ui/states/Later.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { announcement, newAddress } from '../announcements.store.ts'

/** A new notification, or a copy of another. */
export function NewAnnouncement({ rules }: { rules: FormRules }) {
  const { from } = useStore(newAddress.$values)
  const loaded = useLoaded(announcement, from > 0 ? from : null)
  const [made, setMade] = useState<number>()
  // Once the form knows that all of it is stored: it asks whoever leaves before.
  useEffect(() => {
    if (made !== undefined) location.assign(staffPaths.notification(made))
  }, [made])
  if (from > 0 && loaded.is === 'missing') return <EmptyState message="There is no such notification" />
  if (from > 0 && loaded.is === 'failed')
    return <LoadFailure failed={loaded} what="This notification" onRetry={() => void announcement.again()} />
  if (from > 0 && loaded.is !== 'shown') return <div className="skeleton h-96" />
  const copied = loaded.is === 'shown' && from > 0 ? loaded.shown : undefined
  return (
    <>
      <Later name="form" load={() => import('./WriteAnnouncement.tsx')} waiting={<div className="skeleton h-96" />}>
        {({ WriteAnnouncement }) => (
          <WriteAnnouncement key={from} rules={rules} from={copied} onDone={({ id }) => setMade(id)} />
        )}
      </Later>
      <Toasts />
    </>
  )
}
