import { themeColor } from './theme-color.ts'

/**
 * Runs in the head, before anything paints: sets the chosen theme (kept in a cookie, because log-out clears local
 * storage; without a choice the system decides) and says whether somebody is logged in, so that the top bar is right
 * at once. Its hash stands in the Content-Security-Policy (astro.config.mjs).
 */
export const headScript = `(function(d){
var t=/(?:^|; )theme=(light|dark)/.exec(document.cookie);
if(t){d.dataset.theme=t[1]==='dark'?'padavu-dark':'padavu';
document.querySelectorAll('meta[name=theme-color]').forEach(function(m){m.content=t[1]==='dark'?'${themeColor.dark}':'${themeColor.light}'})}
try{var u=JSON.parse(localStorage.getItem('user'));if(u&&u.token&&u.registration_completed!=='N')d.dataset.signedIn=''}catch(e){}
})(document.documentElement)`
