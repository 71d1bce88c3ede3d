import { useStore } from '@nanostores/react'
import { $confirming } from '#lib/browser/staff/recent-factor.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Later } from '#ui/states/Later.tsx'
import { EndWarning } from './EndWarning.tsx'

const confirm = () => import('../../confirm/ui/ConfirmFactor.tsx')

/** Dialogs of every console page: the second factor again, and the warning before the session ends. */
export function SessionDialogs() {
  const onEnd = useStore($confirming)
  return (
    <>
      {onEnd && (
        <Later
          name="ConfirmFactor"
          load={confirm}
          waiting={null}
          failing={(retry) => (
            <Dialog open title="Confirm that it is you" onClose={() => onEnd(false)} size="sm">
              <ErrorState compact onRetry={retry} />
            </Dialog>
          )}
        >
          {({ ConfirmFactor }) => <ConfirmFactor onEnd={onEnd} />}
        </Later>
      )}
      <EndWarning />
    </>
  )
}
