import { icon } from '#ui/icons.tsx'

/** Lucide's drawings (ISC licence) that only support uses. */

export const PlusIcon = icon(<path d="M5 12h14M12 5v14" />)
export const ImageIcon = icon(
  <>
    <rect x="3" y="3" width="18" height="18" rx="2" />
    <circle cx="9" cy="9" r="2" />
    <path d="m21 15-3.1-3.1a2 2 0 0 0-2.8 0L6 21" />
  </>,
)
export const ArrowUpIcon = icon(<path d="m5 12 7-7 7 7M12 19V5" />)
