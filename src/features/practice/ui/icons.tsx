import { icon } from '#ui/icons.tsx'

/** Lucide's drawings (ISC licence) that only practice uses. */

export const PlayIcon = icon(<path d="M5 4.5v15a1 1 0 0 0 1.5.9l13-7.5a1 1 0 0 0 0-1.8l-13-7.5A1 1 0 0 0 5 4.5z" />)
export const PauseIcon = icon(<path d="M12 6v6l4 2M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20" />)
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="8" />
    <path d="m21 21-4.3-4.3" />
  </>,
)
