import type { ReactNode, SVGProps } from 'react'

/** Lucide's drawings (ISC licence) for islands; Astro files use astro-icon. */

type IconProps = SVGProps<SVGSVGElement>

/** Makes a component of a drawing on a 24 by 24 grid. */
export function icon(drawing: ReactNode) {
  return function Icon({ className = 'size-5', ...props }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className={className}
        {...props}
      >
        {drawing}
      </svg>
    )
  }
}

export const CloseIcon = icon(<path d="M18 6 6 18M6 6l12 12" />)
export const CheckIcon = icon(<path d="M20 6 9 17l-5-5" />)
export const ChevronDownIcon = icon(<path d="m6 9 6 6 6-6" />)
export const ChevronLeftIcon = icon(<path d="m15 18-6-6 6-6" />)
export const ChevronRightIcon = icon(<path d="m9 18 6-6-6-6" />)
export const WarningIcon = icon(
  <path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01" />,
)
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="10" />
    <path d="M12 16v-4M12 8h.01" />
  </>,
)
export const LockIcon = icon(
  <>
    <rect width="18" height="11" x="3" y="11" rx="2" />
    <path d="M7 11V7a5 5 0 0 1 10 0v4" />
  </>,
)
