/** Says that a form was changed. @param isKept false when its values are too long to be kept (typed-text.ts) */
export function NotSaved({ isKept }: { isKept: boolean }) {
  return (
    <span className="text-xs text-muted">
      {isKept ? 'Not saved yet' : 'Not saved yet, and too long to be kept if the session ends'}
    </span>
  )
}
