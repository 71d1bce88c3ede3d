import TriangleAlertIcon from 'virtual:lucide/triangle-alert'

/** What keeps a form from being sent for a while. */
export function Note({ children }: { children: string | undefined }) {
  return (
    <div role="alert">
      {children && (
        <p className="mt-4 flex items-start gap-3 rounded-field border border-base-300 bg-base-200 px-4 py-3 text-sm">
          <TriangleAlertIcon className="mt-0.5 size-5 shrink-0 text-warning" />
          {children}
        </p>
      )}
    </div>
  )
}
