export interface HalfGaugeProps {
  value: number
  max: number
  /** What is measured, under the value. */
  label: string
  /** Value and maximum as they are written. */
  text: string
  of: string
}

const RADIUS = 80
const ALONG = Math.PI * RADIUS
/** Units within the arc at the height of the value. */
const ROOM = 108
const MAX_FONT_SIZE = 30
/** Width of the widest digit or sign, in font sizes. */
const DIGIT = 0.62
const ARC = `M20 100a${RADIUS} ${RADIUS} 0 0 1 160 0`

/** A score on a half circle; a score below zero shows an empty one. Fills the width it is given, up to 288 px. */
export function HalfGauge({ value, max, label, text, of }: HalfGaugeProps) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <svg viewBox="0 0 200 124" role="img" aria-label={`${label}: ${text} / ${of}`} className="block w-full max-w-72">
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
        y="80"
        textAnchor="middle"
        fontSize={Math.min(MAX_FONT_SIZE, ROOM / (DIGIT * text.length))}
        fontWeight="700"
        fill="currentColor"
        className="tabular-nums"
      >
        {text}
        <tspan x="100" y="98" fontSize="15" fontWeight="500" fill="var(--color-muted)">
          {` / ${of}`}
        </tspan>
      </text>
      <text x="100" y="118" textAnchor="middle" fontSize="13" fill="var(--color-muted)">
        {label}
      </text>
    </svg>
  )
}
