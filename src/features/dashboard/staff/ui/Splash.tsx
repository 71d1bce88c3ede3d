import { useState } from 'react'
import type { FormRules } from '#lib/both/form-rules.ts'
import { counted } from '#lib/both/text/format.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbersOfAddress } from '#lib/browser/numbers.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import * as contracts from '../splashes.contract.ts'
import { splashFields } from './splash-fields.ts'
import { SplashPreview } from './SplashPreview.tsx'

const splashOf = loading((id: number, signal) => staffCall(contracts.getSplash, { params: { id }, signal }), {
  mayMiss: true,
})

/** A splash: what it shows and says, to be changed. */
export function Splash({ rules }: { rules: FormRules }) {
  const [id] = useState(() => numbersOfAddress()[0]!)
  const loaded = useLoaded(splashOf, id)
  if (loaded.is === 'missing') return <EmptyState message="There is no such splash" />
  if (loaded.is === 'failed')
    return <LoadFailure failed={loaded} what="This splash" onRetry={() => void splashOf.again()} />
  if (loaded.is === 'loading') return <div className="skeleton h-96 max-w-3xl" aria-busy="true" />
  const splash = loaded.shown
  return (
    <div className="max-w-3xl">
      <h1 className="line-clamp-2 text-2xl font-bold [overflow-wrap:anywhere]">
        <bdi>{splash.title || splash.alt}</bdi>
      </h1>
      <p className="mt-1 mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {splash.withdrawn && <StatusBadge tone="plain">Withdrawn</StatusBadge>}
        {counted(splash.interested, 'learner')} said that they are interested.
      </p>
      <StaffForm
        endpoint={contracts.changeSplash}
        rules={rules}
        fields={splashFields}
        initial={splash}
        also={{ id, version: splash.version }}
        submitLabel="Save"
        aside={(values) => <SplashPreview values={values} />}
        then={(reply) => reply.splash}
        onDone={(reply) => {
          splashOf.change(() => reply.splash)
          toast.success('Saved')
        }}
      />
      <Toasts />
    </div>
  )
}
