import { FROM_PARAMETER, safePath } from '#features/auth/auth.rules.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { LEAVE_EVENT, SHOWS_CODES } from '#lib/browser/staff/leave-page.ts'
import { STAFF_ENDS_KEY } from '#lib/browser/staff/session-ends.ts'
import { STAFF_KEY } from '#lib/browser/staff/stored-staff.ts'

export type StaffDecision =
  /** `roles`, with spaces between them, stand in the document, so that its menu is right before it paints. */
  | { go: 'stay'; id: number; roles: string }
  /** `ended`: the session was not used for too long, or is too old. */
  | { go: 'log-in'; ended: boolean }

/**
 * What a page of the console does before it paints. Runs inside the page's head as text, so it refers to nothing outside.
 * @param stored local storage under `padavu-staff`
 * @param ends local storage under `padavu-staff-ends`
 * @param now milliseconds since 1970 by this device
 */
export function staffDecision(stored: string | null, ends: string | null, now: number): StaffDecision {
  try {
    const told: unknown = JSON.parse(stored ?? 'null')
    if (typeof told === 'object' && told !== null && 'id' in told && 'roles' in told) {
      const { id, roles } = told
      if (typeof id === 'number' && Array.isArray(roles)) {
        const until: unknown = JSON.parse(ends ?? 'null')
        const times = typeof until === 'object' && until !== null ? Object.values(until) : []
        if (times.some((end) => typeof end === 'number' && end <= now)) return { go: 'log-in', ended: true }
        return { go: 'stay', id, roles: roles.filter((role) => /^[a-z]+$/.test(String(role))).join(' ') }
      }
    }
  } catch {
    // Not ours: as good as nothing.
  }
  return { go: 'log-in', ended: false }
}

/** Where the log-in leads: to the page of the console that it was asked for, else to its first. Runs as text as well. */
export function afterStaffLogin(page: string | undefined, home: string, login: string): string {
  const path = (page ?? '').split(/[?#]/)[0] ?? ''
  return page && (path === home || path.startsWith(home + '/')) && path !== login ? page : home
}

/** Browsers can refuse storage; then nobody is logged in. */
const script = (body: string) => `(function(){
var decide=${staffDecision.toString()},root=document.documentElement;
function decided(){try{return decide(localStorage.getItem('${STAFF_KEY}'),localStorage.getItem('${STAFF_ENDS_KEY}'),Date.now())}catch(e){return {go:'log-in'}}}
${body}
})()`

/**
 * Guards a page of the console; stands inline in its head and runs before anything is painted. A visitor who is not logged in
 * is sent to the log-in page, which leads back. An open page follows the other tabs, as learners' pages do
 * (features/auth/guard.ts): after a log-out, or at the end of the session, it is cleared and opens the log-in page; after a
 * log-in by another member, or with other roles, it reloads. A tab that slept checks when it becomes visible. A page is hidden
 * when it is left, so that the copy behind the Back button shows nothing before it has checked.
 */
export const staffGuardScript: string = script(`
var shown,left;
function clear(){
left=true;root.style.display='none';
if(document.body)document.createDocumentFragment().append(...document.body.childNodes)}
function leave(to){if(left)return;clear();location.replace(to)}
function check(){
if(left)return;
var d=decided();
if(d.go!=='stay')return leave('${staffPaths.login}?${FROM_PARAMETER}='+encodeURIComponent(location.pathname+location.search)+(d.ended?'&ended':''));
var who=d.id+' '+d.roles;
if(shown!==undefined&&who!==shown){clear();return location.reload()}
shown=who;root.dataset.staffRoles=d.roles}
check();
setInterval(check,1000);
addEventListener('storage',function(e){if(e.key===null||e.key==='${STAFF_KEY}')check()});
addEventListener('pagehide',function(){root.style.visibility='hidden'});
addEventListener('pageshow',function(e){if(e.persisted)check();root.style.visibility=''});
addEventListener('resume',check,true);
addEventListener('visibilitychange',function(){if(!document.hidden)check()},true);
addEventListener('beforeunload',function(e){if(left)e.stopImmediatePropagation()},true);
addEventListener('${LEAVE_EVENT}',function(e){e.preventDefault();leave(e.detail)});`)

/**
 * Stands inline in the head of the console's log-in: whoever is logged in goes on, also when it was in another tab. A page
 * that shows recovery codes stays until its member says that they are saved.
 */
export const staffLoggedOutScript: string = script(`
var safe=${safePath.toString()},after=${afterStaffLogin.toString()};
function leave(to){root.style.display='none';location.replace(to)}
function check(){
if(!('${SHOWS_CODES}' in root.dataset)&&decided().go==='stay')leave(after(safe(new URLSearchParams(location.search).get('${FROM_PARAMETER}')),'${staffPaths.home}','${staffPaths.login}'))}
check();
addEventListener('storage',function(e){if(e.key==='${STAFF_KEY}'||e.key==='${STAFF_ENDS_KEY}')check()});
addEventListener('pageshow',function(e){if(e.persisted)check()});`)
