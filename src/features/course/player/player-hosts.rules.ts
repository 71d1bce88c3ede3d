import type { PageGuests } from '#lib/both/page-guests.ts'

const players = ['https://player.vimeo.com', 'https://www.youtube-nocookie.com']

/** Whom the course page lets in: the players of the two video providers, in frames. Nothing of theirs runs in the page. */
export const playerGuests: PageGuests = {
  frames: players,
  pictures: ['https://i.vimeocdn.com'],
  features: {
    autoplay: players,
    'encrypted-media': players,
    fullscreen: players,
    'picture-in-picture': players,
  },
}
