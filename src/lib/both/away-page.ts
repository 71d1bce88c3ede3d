/** What the workers answer in place of a page when there is no network (layouts/away/away-page.ts). */
export interface AwayPage {
  html: string
  headers: Record<string, string>
}
