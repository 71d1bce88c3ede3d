import { EmptyState } from '#ui/states/EmptyState.tsx'
import LockIcon from 'virtual:lucide/lock'

/** Stands where something of a locked chapter would. */
export function LockedNote() {
  return <EmptyState compact icon={<LockIcon className="size-10 text-muted" />} message="This chapter is locked" />
}
