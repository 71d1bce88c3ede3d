import {
  ENDED_KEY,
  KEPT_EXAM_KEY,
  KEPT_LOGIN_KEY,
  ORIGIN_KEY,
  REDIRECT_KEY,
  USER_KEY,
} from '#lib/browser/session/session-keys.ts'
import { KEPT_KEYS } from '#lib/browser/device/storage.ts'
import { FROM_PARAMETER, guardDecision, isReturnPage, safePath } from './auth.rules.ts'

/** Browsers can refuse storage; then nobody is logged in. A page from the back-forward cache decides anew. */
const script = (body: string) => `(function(){
var decide=${guardDecision.toString()};
function get(){try{return localStorage.getItem('${USER_KEY}')}catch(e){return null}}
function hide(){document.documentElement.style.display='none'}
function leave(to){hide();location.replace(to)}
function decided(){return decide(get(),location.pathname,location.search+location.hash)}
${body}
check(true);
addEventListener('pageshow',function(e){if(e.persisted)check()});
})()`

/**
 * Stands inline in the head of protected pages and runs before anything paints (document 1, section 2, 'Route guard').
 * A visitor who may not be here leaves for /login or, from purchase pages, /auth.
 * Who may be here is logged in again, perhaps in another tab: that a log-in had ended is over.
 *
 * While the page stands it follows what other tabs do: after a log-out there it is hidden at once and leaves, after a log-in of
 * somebody else it loads anew. That tab has cleared local storage itself, and may have stored in it since. Tabs that
 * slept look when they are seen again. A page that says goodbye to whose account has ended stays.
 */
export const guardScript: string = script(`
var shown,over;
function who(){try{return JSON.parse(get()).id}catch(e){}}
function go(d){
try{
sessionStorage.setItem('${ORIGIN_KEY}',d.redirect||d.origin);
if(d.redirect)localStorage.setItem('${REDIRECT_KEY}',d.redirect)
}catch(e){}
leave(d.go)}
function check(){
var d=decided();
if(d.go==='stay'){if(shown!==undefined&&who()!==shown){hide();return location.reload()}
shown=who();try{sessionStorage.removeItem('${ENDED_KEY}')}catch(e){}return}
try{Object.keys(localStorage).forEach(function(k){if(!${KEPT_KEYS}.test(k))localStorage.removeItem(k)})}catch(e){}
go(d)}
function look(){
var d=decided();
if(over||(d.go==='stay'&&who()===shown)||'farewell' in document.documentElement.dataset)return;
over=1;hide();
setTimeout(function(){
if(d.go==='stay')return location.reload();
try{sessionStorage.setItem('${ENDED_KEY}','1')}catch(e){}
go(d)})}
addEventListener('storage',function(e){if(e.key===null||e.key==='${USER_KEY}')look()});
addEventListener('resume',look,true);
addEventListener('visibilitychange',function(){if(!document.hidden)look()},true);`)

/**
 * Stands inline in the head of /login and /auth: whoever is logged in goes on, and whose log-in has ended
 * reads that, with a word on the answers of the exam they come from if that has said that it keeps them. A page that links
 * here may name itself in the address: no script of its own has to run before the link is followed. The step of a log-in
 * under way takes the place of the first before that shows: once, for a form that comes back with its page stands already.
 */
export const loggedOutScript: string = script(`
var safe=${safePath.toString()},returns=${isReturnPage.toString()};
function check(first){
var page=safe(new URLSearchParams(location.search).get('${FROM_PARAMETER}'));
if(page&&!returns(page))page=undefined;
if(decided().go==='stay')return leave(page||'/dashboard');
try{if(page)sessionStorage.setItem('${ORIGIN_KEY}',page);
if(first&&sessionStorage.getItem('${KEPT_LOGIN_KEY}'))document.documentElement.dataset.loginResumes='';
if(sessionStorage.getItem('${ENDED_KEY}')){
var from=sessionStorage.getItem('${ORIGIN_KEY}')||localStorage.getItem('${REDIRECT_KEY}')||'';
document.documentElement.dataset.loginEnded=from&&from.split(/[?#]/)[0]===sessionStorage.getItem('${KEPT_EXAM_KEY}')?'exam':''}}catch(e){}}`)
