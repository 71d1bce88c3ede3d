/** Lucide's drawings (ISC licence) that only the log-in uses. */

const shared = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const

interface IconProps {
  className?: string
}

export function ChevronDownIcon({ className = 'size-5' }: IconProps) {
  return (
    <svg {...shared} className={className}>
      <path d="m6 9 6 6 6-6" />
    </svg>
  )
}

export function PencilIcon({ className = 'size-5' }: IconProps) {
  return (
    <svg {...shared} className={className}>
      <path d="M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4" />
    </svg>
  )
}

export function SearchIcon({ className = 'size-5' }: IconProps) {
  return (
    <svg {...shared} className={className}>
      <path d="m21 21-4.34-4.34" />
      <circle cx="11" cy="11" r="8" />
    </svg>
  )
}
