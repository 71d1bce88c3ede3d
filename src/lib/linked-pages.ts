/** Addresses outside this application, or of its own, in which `{id}` stands for what is meant. */
export interface LinkedPages {
  currentAffairs: string | null
  blog: string | null
  webinar: string | null
}
