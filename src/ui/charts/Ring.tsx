export interface RingProps {
  /** 0 to 100; what lies outside is cut. */
  percent: number
  /** What the percentage is of. */
  label: string
  /** Pixels. */
  size?: number
}

const RADIUS = 42
const AROUND = 2 * Math.PI * RADIUS

/** A percentage as a ring with the number inside. */
export function Ring({ percent, label, size = 96 }: RingProps) {
  const shown = Math.min(100, Math.max(0, percent))
  const text = `${Math.round(shown)}%`
  return (
    <svg viewBox="0 0 100 100" width={size} height={size} role="img" aria-label={`${label}: ${text}`} className="block">
      <circle cx="50" cy="50" r={RADIUS} fill="none" stroke="var(--color-base-300)" strokeWidth="9" />
      {shown > 0 && (
        <circle
          cx="50"
          cy="50"
          r={RADIUS}
          fill="none"
          stroke="var(--color-primary)"
          strokeWidth="9"
          strokeLinecap="round"
          strokeDasharray={`${(shown / 100) * AROUND} ${AROUND}`}
          transform="rotate(-90 50 50)"
        />
      )}
      <text
        x="50"
        y="50"
        dy="0.36em"
        textAnchor="middle"
        fontSize="22"
        fontWeight="700"
        fill="currentColor"
        className="tabular-nums"
      >
        {text}
      </text>
    </svg>
  )
}
