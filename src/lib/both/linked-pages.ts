/** Addresses that a pack names in the place of our own pages; `{id}` stands in them for what is meant. */
export interface LinkedPages {
  currentAffairs: string | null
  blog: string | null
  webinar: string | null
}
