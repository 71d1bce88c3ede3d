import LockIcon from 'virtual:lucide/lock'
import { ApiError } from '#lib/both/calls/errors.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { EmptyState } from '../states/EmptyState.tsx'
import { ErrorState } from '../states/ErrorState.tsx'

export interface LoadFailureProps {
  /** Error of the call, as a loader has it. */
  failed: { unreachable: boolean; error: unknown }
  /** Subject of the sentence: 'This list'. */
  what: string
  onRetry: () => void
  compact?: boolean
}

/**
 * State of a list or page of the console whose call failed. A member whose roles may not make the call gets no 'Try again': the
 * answer would be the same.
 */
export function LoadFailure({ failed: { unreachable, error }, what, onRetry, compact = false }: LoadFailureProps) {
  if (error instanceof ApiError && error.code === 'wrong_role')
    return (
      <EmptyState
        compact={compact}
        icon={<LockIcon className="size-10 text-muted" />}
        message={`${what} is not available to your role`}
        hint="If you need it, ask an owner to change your role."
        ways={[{ label: 'Who may do what', href: staffPaths.roles }]}
      />
    )
  if (unreachable)
    return (
      <ErrorState
        compact={compact}
        message="The server cannot be reached"
        hint="It is asked again when the network is back."
        onRetry={onRetry}
      />
    )
  const hint = refusalOf(error)
  return (
    <ErrorState compact={compact} message={`${what} could not be loaded`} {...(hint && { hint })} onRetry={onRetry} />
  )
}

/** Message of a refusal that the reader can act on: a search (422) or its rate limit (429). */
function refusalOf(error: unknown): string | undefined {
  return error instanceof ApiError && [422, 429].includes(error.status) ? error.message : undefined
}
