import { USER_KEY } from '#lib/browser/session/session-keys.ts'
import { initialsOf } from '#lib/both/text/initials.ts'
import { themeColor } from './theme-color.ts'

/**
 * Runs in the head, before anything paints: sets the chosen theme (kept in a cookie, because log-out clears local
 * storage; without a choice the system decides) and says whether somebody is logged in, so that the top bar is right
 * at once, with the learner's initials. Its hash stands in the Content-Security-Policy (csp.ts).
 *
 * A script that the network loses leaves a part of the page dead: LostScripts.astro says so then. Where nobody has
 * touched the page yet, it loads anew by itself once the network is back.
 */
export const headScript = `(function(d){
var t=/(?:^|; )theme=(light|dark)/.exec(document.cookie);
if(t){d.dataset.theme=t[1]==='dark'?'padavu-dark':'padavu';
document.querySelectorAll('meta[name=theme-color]').forEach(function(m){m.content=t[1]==='dark'?'${themeColor.dark}':'${themeColor.light}'})}
try{var u=JSON.parse(localStorage.getItem('${USER_KEY}'));if(u&&u.token&&u.registration_completed!=='N'){d.dataset.signedIn='';d.style.setProperty('--initials',JSON.stringify((${initialsOf.toString()})(u.name)))}}catch(e){}
function lost(){d.dataset.lost='';
addEventListener('online',function(){if(navigator.userActivation&&!navigator.userActivation.hasBeenActive)location.reload()})}
addEventListener('astro:hydration-error',lost);
addEventListener('error',function(e){if(e.target.localName==='script'&&e.target.type==='module')lost()},true);
})(document.documentElement)`
