import type { ReactNode } from 'react'
import TriangleAlertIcon from 'virtual:lucide/triangle-alert'

interface FormProblemsProps {
  /** Sentences about the form as a whole. */
  problems: readonly string[]
  children?: ReactNode
}

/** Problems of a form that belong to no field. The region is there before them, so that screen readers announce them. */
export function FormProblems({ problems, children }: FormProblemsProps) {
  return (
    <div role="alert">
      {problems.length > 0 && (
        <div className="mt-4 flex items-start gap-3 rounded-field border border-error bg-error/8 px-4 py-3 text-sm">
          <TriangleAlertIcon className="mt-0.5 size-4.5 shrink-0 text-error" />
          <div className="min-w-0 space-y-1">
            {problems.map((words) => (
              <p key={words}>{words}</p>
            ))}
            {children}
          </div>
        </div>
      )}
    </div>
  )
}
