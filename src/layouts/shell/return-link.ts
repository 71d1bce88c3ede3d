import { FROM_PARAMETER } from '#features/auth/auth.rules.ts'
import { paths } from '#lib/both/paths.ts'

/** Attributes of a log-in link that leads back to its page. All visitors of a page get the same link. */
export const returnLink = { 'data-returns': '', rel: 'nofollow' } as const

/**
 * Stands inline in the head of open pages. Writes the address of the page into its log-in links when they are used: the
 * server knows only the part of the query that it reads, and never the hash. A press comes before a menu or another tab
 * opens; keyboards and screen readers only click.
 */
export const returnScript: string = `(function(){
function complete(e){
var link=e.target.closest&&e.target.closest('a[data-returns]');
if(link)link.href='${paths.login}?${FROM_PARAMETER}='+encodeURIComponent(location.pathname+location.search+location.hash)}
addEventListener('pointerdown',complete);
addEventListener('click',complete)})()`
