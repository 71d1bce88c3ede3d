/** What an entry of news may be, in a pack as in the console. */

/** Characters of each of its fields. */
export const longestNews = { category: 60, title: 120, text: 300, link: 2000, alt: 300 } as const

/** A field that does not fit the others. */
export interface NewsProblem {
  field: 'title' | 'link'
  problem: 'title missing' | 'title without page' | 'link missing'
}

/** A page has a title, and nothing else has; what has no page leads elsewhere. */
export function newsProblems({
  title,
  link,
  hasPage,
}: {
  title: string | null | undefined
  link: string | null | undefined
  hasPage: boolean
}): NewsProblem[] {
  return [
    ...(hasPage && !title ? [{ field: 'title', problem: 'title missing' } as const] : []),
    ...(!hasPage && title ? [{ field: 'title', problem: 'title without page' } as const] : []),
    ...(!hasPage && !link ? [{ field: 'link', problem: 'link missing' } as const] : []),
  ]
}

/** Where an entry is in its life. */
export const newsStates = ['published', 'scheduled', 'withdrawn'] as const
export type NewsState = (typeof newsStates)[number]
