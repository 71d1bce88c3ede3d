/** What a problem with a field looks like, for islands and for pages. */
export const fieldError = {
  place: 'text-sm text-error',
  problem: 'flex items-start gap-1.5 pt-2',
  sign: 'mt-0.75 size-4 shrink-0',
}
