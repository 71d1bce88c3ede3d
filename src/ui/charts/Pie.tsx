import { useId } from 'react'
import { slices } from './pie.ts'

interface PiePart {
  label: string
  /** Of the whole, as it is written beside the label with two decimals. */
  percent: number
  /** What to know of it beside its share. */
  note?: string
}

export interface PieProps {
  /** What the whole is, for those who do not see it. */
  title: string
  parts: readonly PiePart[]
}

/** As many as `--color-part-N` in styles/base.css; with more parts they repeat with another pattern. */
const COLORS = 6

const at = (fraction: number) => {
  const angle = fraction * 2 * Math.PI
  return `${(50 + 48 * Math.sin(angle)).toFixed(3)} ${(50 - 48 * Math.cos(angle)).toFixed(3)}`
}

/** From the middle out, around and back; a whole circle needs two arcs. */
function slicePath(from: number, to: number): string {
  if (to - from > 0.9999) return `M${at(0)}A48 48 0 1 1 ${at(0.5)}A48 48 0 1 1 ${at(0)}Z`
  return `M50 50L${at(from)}A48 48 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}Z`
}

/**
 * Shares of a whole, with the figures beside it: to the right on wide screens, below under 768 px. Parts are told apart
 * by colour, by pattern and by their order, clockwise from the top as in the list.
 */
export function Pie({ title, parts }: PieProps) {
  const id = useId()
  const shares = slices(parts.map(({ percent }) => percent))
  return (
    <figure className="flex flex-col items-center gap-6 md:flex-row md:gap-8" aria-labelledby={`${id}-title`}>
      <figcaption id={`${id}-title`} className="sr-only">
        {title}
      </figcaption>
      <svg viewBox="0 0 100 100" className="w-48 shrink-0 sm:w-56" aria-hidden="true">
        <defs>
          <Pattern id={`${id}-stripes`} path="M0 0v6" />
          <Pattern id={`${id}-dots`} path="M1.5 3h.01" round />
          <Pattern id={`${id}-grid`} path="M0 0v6M0 0h6" />
        </defs>
        <circle cx="50" cy="50" r="48" fill="var(--color-base-300)" />
        {shares.map(({ from, to }, index) =>
          to > from ? (
            <g key={index} stroke="var(--color-base-100)" strokeWidth="1.2" strokeLinejoin="round">
              <path d={slicePath(from, to)} fill={color(index)} />
              {pattern(index) && <path d={slicePath(from, to)} fill={`url(#${id}-${pattern(index)})`} />}
            </g>
          ) : null,
        )}
      </svg>
      <ol className="w-full max-w-md min-w-0 grow space-y-1">
        {parts.map(({ label, percent, note }, index) => (
          <li key={index} className="flex items-center gap-3 py-1 text-sm">
            <svg viewBox="0 0 16 16" className="size-4 shrink-0" aria-hidden="true">
              <rect width="16" height="16" rx="4" fill={color(index)} />
              {pattern(index) && <rect width="16" height="16" rx="4" fill={`url(#${id}-${pattern(index)})`} />}
            </svg>
            <span className="min-w-0 grow">
              {label}
              {note && <span className="block text-muted">{note}</span>}
            </span>
            <span className="font-semibold tabular-nums">{percent.toFixed(2)}%</span>
          </li>
        ))}
      </ol>
    </figure>
  )
}

const color = (index: number) => `var(--color-part-${(index % COLORS) + 1})`

/** Every other part is patterned, so that neighbours differ in print and to the colour-blind. */
function pattern(index: number): string | undefined {
  if (index % 2 === 0) return index >= COLORS ? 'grid' : undefined
  return index % 4 === 1 ? 'stripes' : 'dots'
}

function Pattern({ id, path, round = false }: { id: string; path: string; round?: boolean }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path
        d={path}
        stroke="var(--color-base-100)"
        strokeOpacity="0.55"
        strokeWidth={round ? 2 : 1.6}
        strokeLinecap={round ? 'round' : 'butt'}
      />
    </pattern>
  )
}
