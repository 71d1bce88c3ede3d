import { ENDED_KEY, guardDecision, ORIGIN_KEY, REDIRECT_KEY } from './auth.rules.ts'

/** Browsers can refuse storage; then nobody is logged in. A page from the back-forward cache decides anew. */
const script = (body: string) => `(function(){
var decide=${guardDecision.toString()};
function get(){try{return localStorage.getItem('user')}catch(e){return null}}
function leave(to){document.documentElement.style.display='none';location.replace(to)}
function check(){var d=decide(get(),location.pathname,location.search);${body}}
check();
addEventListener('pageshow',function(e){if(e.persisted)check()});
})()`

/**
 * Stands inline in the head of protected pages and runs before anything paints (document 1, section 2, 'Route guard').
 * A visitor who may not be here leaves for /login or, from purchase pages, /auth.
 * Who may be here is logged in again, perhaps in another tab: that a log-in had ended is over.
 */
export const guardScript: string = script(`
if(d.go==='stay'){try{sessionStorage.removeItem('${ENDED_KEY}')}catch(e){}return}
try{localStorage.clear()}catch(e){}
try{
if(d.redirect){localStorage.setItem('${REDIRECT_KEY}',d.redirect);sessionStorage.removeItem('${ORIGIN_KEY}')}
else sessionStorage.setItem('${ORIGIN_KEY}',d.origin)
}catch(e){}
leave(d.go)`)

/**
 * Stands inline in the head of /login and /auth: whoever is logged in goes to the dashboard, and whose log-in has ended
 * reads that.
 */
export const loggedOutScript: string = script(`if(d.go==='stay')return leave('/dashboard');
try{if(sessionStorage.getItem('${ENDED_KEY}'))document.documentElement.dataset.loginEnded=''}catch(e){}`)
