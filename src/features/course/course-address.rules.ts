import { withQuery } from '#lib/both/paths.ts'
import { readId } from '#lib/both/calls/read-id.ts'
import { tabIds, type TabId } from './course-page.rules.ts'

/** What of the course page its address keeps, so that reload, back and a shared link lead to the same place. */
export interface Asked {
  chapter: number | undefined
  tab: TabId | undefined
}

/** Reads `?chapter=12&tab=attachments`; what makes no sense counts as not given. */
export function readPlace(search: string): Asked {
  const query = new URLSearchParams(search)
  return { chapter: readId(query.get('chapter')), tab: tabIds.find((id) => id === query.get('tab')) }
}

/** The address of a place on the page at `path`. */
export function placeAddress(path: string, { chapter, tab }: Asked): string {
  return withQuery(path, { chapter, tab })
}
