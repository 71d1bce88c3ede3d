import { icon } from '#ui/icons.tsx'

/** Lucide's drawings (ISC licence) that only workouts use. */

export const AudioIcon = icon(<path d="M2 10v3M6 6v11M10 3v18M14 8v7M18 5v13M22 10v3" />)
export const ImageIcon = icon(
  <>
    <rect width="18" height="18" x="3" y="3" rx="2" />
    <circle cx="9" cy="9" r="2" />
    <path d="m21 15-3.086-3.086a2 2 0 0 0-2.828 0L6 21" />
  </>,
)
export const DocumentIcon = icon(
  <path d="M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7zM14 2v4a2 2 0 0 0 2 2h4M10 9H8M16 13H8M16 17H8" />,
)
export const TextIcon = icon(<path d="M17 6.1H3M21 12.1H3M15.1 18H3" />)
export const DownloadIcon = icon(<path d="M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5" />)
export const EnlargeIcon = icon(<path d="M15 3h6v6M21 3l-7 7M3 21l7-7M9 21H3v-6" />)
export const ZoomInIcon = icon(
  <>
    <circle cx="11" cy="11" r="8" />
    <path d="m21 21-4.35-4.35M11 8v6M8 11h6" />
  </>,
)
export const ZoomOutIcon = icon(
  <>
    <circle cx="11" cy="11" r="8" />
    <path d="m21 21-4.35-4.35M8 11h6" />
  </>,
)
