/**
 * What a 401 leads to: on purchase pages the error is the page's, elsewhere the learner logs in again. On a page that is
 * open to everyone the log-in that has ended is forgotten, and who came to read goes on reading.
 */
export function afterUnauthorized(
  path: string,
  query: string,
  open: boolean,
): { leave: boolean; forget?: boolean; redirect?: string } {
  if (path.startsWith('/buycourse/')) return { leave: false }
  if (open) return { leave: false, forget: true }
  if (path === '/login' || path === '/auth') return { leave: true }
  return { leave: true, redirect: path + query }
}
