import { ApiError } from '#lib/both/calls/errors.ts'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { messages } from '../profile.rules.ts'
import { DetailsForm } from './DetailsForm.tsx'
import { ProfileHead } from './ProfileHead.tsx'
import { card, ProfileSkeleton, sectionTitle } from './look.tsx'
import { useProfile } from './use-profile.ts'

/** Who the learner is: cover, picture and 'My Details'. */
export function ProfileSettings() {
  const { state, retry, show } = useProfile()
  return (
    <>
      {state.is === 'loading' && <ProfileSkeleton />}
      {state.is === 'failed' && (
        <div className={card}>
          <ErrorState
            {...(state.error instanceof ApiError
              ? { message: messages.loadFailed, hint: 'Something went wrong on our side.' }
              : {
                  message: messages.loadError,
                  hint: 'You seem to be offline. Your profile will load as soon as you are back online.',
                })}
            onRetry={retry}
          />
        </div>
      )}
      {state.is === 'shown' && (
        <>
          <ProfileHead profile={state.shown} onChange={show} />
          <section aria-labelledby="details" className={`${card} mt-6`}>
            <h2 id="details" className={sectionTitle}>
              My Details
            </h2>
            <div className="mt-5">
              <DetailsForm profile={state.shown} onSaved={show} />
            </div>
          </section>
        </>
      )}
      <Toasts />
    </>
  )
}
