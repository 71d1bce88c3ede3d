import { USER_KEY } from '#lib/browser/session/session-keys.ts'

/**
 * Stands in the head of pages that name what their island asks for first (`data-ahead`), and asks for it while the scripts
 * are on their way: on a phone they take a second longer than the reply. `call` takes the reply
 * (lib/browser/call/asked-ahead.ts). Only of calls that change nothing and tell no time: those would tell it late.
 */
export const aheadScript = `(function(d){
try{
var u=JSON.parse(localStorage.getItem('${USER_KEY}'));
if(!u||!u.token||u.registration_completed==='N')return;
var a=d.ahead.split(' '),r={method:a[0],headers:{authorization:'Bearer '+u.token}};
if(a[0]==='POST'){r.headers['content-type']='application/json';r.body='{}'}
var reply=fetch(d.api+a[1],r);
reply.catch(function(){});
window.askedAhead={line:d.ahead,token:u.token,at:Date.now(),reply:reply};
}catch(e){}
})(document.documentElement.dataset)`
