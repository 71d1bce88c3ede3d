import { MYSELF, TODAY } from '#lib/browser/call/asked-ahead.ts'
import { INDIA_OFFSET } from '#lib/both/time/clock.ts'
import { USER_KEY } from '#lib/browser/session/session-keys.ts'

/**
 * Stands in the head of pages that name what their islands ask for first (`data-ahead`, a line each), and asks for it while
 * the scripts are on their way: on a phone they take a second longer than the reply. `call` takes the reply
 * (lib/browser/call/asked-ahead.ts). Only of calls that change nothing. A line with a query or a body is that of the
 * page's plain address: one with a query of its own may want something else.
 */
export const aheadScript = `(function(d){
try{
var u=JSON.parse(localStorage.getItem('${USER_KEY}'));
if(!u||!u.token||u.registration_completed==='N')return;
var n=location.pathname.match(/\\d+(?=\\/|$)/g);
window.askedAhead=d.ahead.split('\\n').filter(function(l){return !location.search||!/[?{]/.test(l)}).map(function(l){
l=l.replace(/%7B(\\d)%7D/g,function(m,i){return n[i-1]}).replace('${encodeURIComponent(MYSELF)}',u.id).replace('${encodeURIComponent(TODAY)}',new Date(Date.now()+${INDIA_OFFSET}).toISOString().slice(0,10));
var p=l.split(' '),r={method:p[0],headers:{authorization:'Bearer '+u.token}};
if(p[0]==='POST'){r.headers['content-type']='application/json';r.body=l.slice(p[0].length+p[1].length+2)||'{}'}
var a={line:l,token:u.token,sent:performance.now(),reply:fetch(d.api+p[1],r)};
a.reply.then(function(){a.came=performance.now()},function(){});
return a})
}catch(e){}
})(document.documentElement.dataset)`
