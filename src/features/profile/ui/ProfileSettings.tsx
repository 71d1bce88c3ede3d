import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Toasts } from '#ui/Toasts.tsx'
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
          <ErrorState message={state.message} hint={state.hint} onRetry={retry} />
        </div>
      )}
      {state.is === 'shown' && (
        <>
          <ProfileHead profile={state.profile} onChange={show} />
          <section aria-labelledby="details" className={`${card} mt-6`}>
            <h2 id="details" className={sectionTitle}>
              My Details
            </h2>
            <div className="mt-5">
              <DetailsForm profile={state.profile} onSaved={show} />
            </div>
          </section>
        </>
      )}
      <Toasts />
    </>
  )
}
