export interface SpinnerProps {
  /** What is waited for; empty where the text beside it says so. */
  label?: string
  /** Pixels (document 1, section 9: 40). */
  size?: number
}

/** The purple spinner, for actions that run. Content that loads shows a skeleton. */
export function Spinner({ label = 'Loading', size = 40 }: SpinnerProps) {
  return (
    <span {...(label && { role: 'status' })} className="inline-block shrink-0 text-primary">
      <svg viewBox="0 0 40 40" width={size} height={size} className="block animate-spin" aria-hidden="true">
        <circle cx="20" cy="20" r="16" fill="none" stroke="var(--color-base-300)" strokeWidth="4" />
        <path d="M20 4a16 16 0 0 1 16 16" fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
