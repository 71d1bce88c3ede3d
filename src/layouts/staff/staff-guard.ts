import { FROM_PARAMETER, safePath } from '#features/auth/auth.rules.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { STAFF_KEY } from '#lib/browser/staff/stored-staff.ts'

export type StaffDecision =
  /** `roles`, with spaces between them, stand in the document, so that its menu is right before it paints. */
  { go: 'stay'; id: number; roles: string } | { go: 'log-in' }

/**
 * What a page of the console does before it paints. Runs inside the page's head as text, so it refers to nothing outside.
 * @param stored what local storage has under `padavu-staff`
 */
export function staffDecision(stored: string | null): StaffDecision {
  try {
    const told: unknown = JSON.parse(stored ?? 'null')
    if (typeof told === 'object' && told !== null && 'id' in told && 'roles' in told) {
      const { id, roles } = told
      if (typeof id === 'number' && Array.isArray(roles))
        return { go: 'stay', id, roles: roles.filter((role) => /^[a-z]+$/.test(String(role))).join(' ') }
    }
  } catch {
    // Not ours: as good as nothing.
  }
  return { go: 'log-in' }
}

/** Where the log-in leads: to the page of the console that it was asked for, else to its first. Runs as text as well. */
export function afterStaffLogin(page: string | undefined, home: string, login: string): string {
  const path = (page ?? '').split(/[?#]/)[0] ?? ''
  return page && (path === home || path.startsWith(home + '/')) && path !== login ? page : home
}

/** Browsers can refuse storage; then nobody is logged in. */
const script = (body: string) => `(function(){
var decide=${staffDecision.toString()},root=document.documentElement;
function decided(){try{return decide(localStorage.getItem('${STAFF_KEY}'))}catch(e){return {go:'log-in'}}}
function leave(to){root.style.display='none';location.replace(to)}
${body}
})()`

/**
 * Stands inline in the head of the console's pages and runs before anything paints: who is not logged in leaves for the
 * log-in, which leads back. While the page stands it follows what other tabs do, as learners' pages do
 * (features/auth/guard.ts): after a log-out there it is hidden and leaves, after a log-in of somebody else, or with other
 * roles, it loads anew. Tabs that slept look when they are seen again.
 */
export const staffGuardScript: string = script(`
var shown;
function check(){
var d=decided();
if(d.go!=='stay')return leave('${staffPaths.login}?${FROM_PARAMETER}='+encodeURIComponent(location.pathname+location.search));
var who=d.id+' '+d.roles;
if(shown!==undefined&&who!==shown){root.style.display='none';return location.reload()}
shown=who;root.dataset.staffRoles=d.roles}
check();
addEventListener('storage',function(e){if(e.key===null||e.key==='${STAFF_KEY}')check()});
addEventListener('pageshow',function(e){if(e.persisted)check()});
addEventListener('resume',check,true);
addEventListener('visibilitychange',function(){if(!document.hidden)check()},true);`)

/** Stands inline in the head of the console's log-in: whoever is logged in goes on, also when it was in another tab. */
export const staffLoggedOutScript: string = script(`
var safe=${safePath.toString()},after=${afterStaffLogin.toString()};
function check(){
if(decided().go==='stay')leave(after(safe(new URLSearchParams(location.search).get('${FROM_PARAMETER}')),'${staffPaths.home}','${staffPaths.login}'))}
check();
addEventListener('storage',function(e){if(e.key==='${STAFF_KEY}')check()});
addEventListener('pageshow',function(e){if(e.persisted)check()});`)
