import { AFTER_PAINT, MYSELF, TODAY } from '#lib/browser/call/asked-ahead.ts'
import { INDIA_OFFSET } from '#lib/both/time/clock.ts'
import { USER_KEY } from '#lib/browser/session/session-keys.ts'

/**
 * Stands in the head of pages that name what their islands ask for first (`data-ahead`, a line each), and asks for it while
 * the scripts are on their way: on a phone they take a second longer than the reply. `call` takes the reply
 * (lib/browser/call/asked-ahead.ts). Only of calls that change nothing. A line with a query or a body is that of the
 * page's plain address: one with a query of its own may want something else.
 * A line that `askedAfterPaint` marks is sent after the first paint: until then it would share the network with what is painted. A
 * hidden page sends it at once, because it paints nothing.
 * A script of a page may ask for what depends on a reply (`askAhead`).
 * A page that shows pictures of courses names how many (`data-pictures`): they are fetched as soon as a reply names them.
 */
export const aheadScript = `(function(d){
try{
var u=JSON.parse(localStorage.getItem('${USER_KEY}'));
if(!u||!u.token||u.registration_completed==='N')return;
var n=location.pathname.match(/\\d+(?=\\/|$)/g);
window.askedAhead=[];
window.askAhead=function(l){
var s=l[0]==='${AFTER_PAINT}'&&!document.hidden;
l=l.replace(/^${AFTER_PAINT}/,'');
l=l.replace(/%7B(\\d)%7D/g,function(m,i){return n[i-1]}).replace('${encodeURIComponent(MYSELF)}',u.id).replace('${encodeURIComponent(TODAY)}',new Date(Date.now()+${INDIA_OFFSET}).toISOString().slice(0,10));
var p=l.split(' '),r={method:p[0],headers:{authorization:'Bearer '+u.token}};
if(p[0]==='POST'){r.headers['content-type']='application/json';r.body=l.slice(p[0].length+p[1].length+2)||'{}'}
function send(){a.sent=performance.now();return fetch(d.api+p[1],r)}
var a={line:l,token:u.token};
a.reply=s?new Promise(function(f){requestAnimationFrame(function(){setTimeout(function(){f(send())})})}):send();
window.askedAhead.push(a);
a.reply.then(function(r){a.came=performance.now();
if(d.pictures)return r.clone().text().then(function(t){
(t.match(/"thumbnail":"[^"\\\\]+/g)||[]).slice(0,d.pictures).forEach(function(m){var i=new Image();i.fetchPriority='high';i.src=m.slice(13)})})
}).catch(function(){});
return a};
d.ahead.split('\\n').filter(function(l){return !location.search||!/[?{]/.test(l)}).forEach(window.askAhead)
}catch(e){}
})(document.documentElement.dataset)`
