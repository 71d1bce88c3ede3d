export interface HalfGaugeProps {
  value: number
  max: number
  /** What is measured, under the value. */
  label: string
  /** What is read instead of `value / max`. */
  text?: string
}

const RADIUS = 80
const ALONG = Math.PI * RADIUS
const ARC = `M20 100a${RADIUS} ${RADIUS} 0 0 1 160 0`

/** A score on a half circle; a score below zero shows an empty one. Fills the width it is given, up to 288 px. */
export function HalfGauge({ value, max, label, text }: HalfGaugeProps) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <svg
      viewBox="0 0 200 124"
      role="img"
      aria-label={`${label}: ${text ?? `${value} / ${max}`}`}
      className="block w-full max-w-72"
    >
      <path d={ARC} fill="none" stroke="var(--color-base-300)" strokeWidth="16" strokeLinecap="round" />
      {part > 0 && (
        <path
          d={ARC}
          fill="none"
          stroke="var(--color-primary)"
          strokeWidth="16"
          strokeLinecap="round"
          strokeDasharray={`${part * ALONG} ${ALONG * 2}`}
        />
      )}
      <text
        x="100"
        y="92"
        textAnchor="middle"
        fontSize="30"
        fontWeight="700"
        fill="currentColor"
        className="tabular-nums"
      >
        {text ?? value}
        {text === undefined && (
          <tspan fontSize="15" fontWeight="500" fill="var(--color-muted)">
            {` / ${max}`}
          </tspan>
        )}
      </text>
      <text x="100" y="118" textAnchor="middle" fontSize="13" fill="var(--color-muted)">
        {label}
      </text>
    </svg>
  )
}
