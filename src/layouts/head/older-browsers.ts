/**
 * Runs first in the head of every page, in the syntax of 2009: browsers older than those that the product supports get the
 * page as plain HTML, with a sentence that says why. Known by colours and style sheets that came with the oldest supported
 * Chrome and Safari (docs/decisions/0084-supported-browsers.md). Its hash stands in the Content-Security-Policy (csp.ts).
 */
export const olderBrowserScript = `(function(d,c){
if(c&&c.supports&&c.supports('color','oklch(0 0 0)')&&d.adoptedStyleSheets)return;
d.addEventListener('DOMContentLoaded',function(){
var a=d.querySelectorAll('link[rel=stylesheet],style,dialog,[popover],.hidden[role=alert]'),p=d.createElement('p'),i;
for(i=0;i<a.length;i++)a[i].parentNode.removeChild(a[i]);
a=d.querySelectorAll('img,video,svg,iframe');
for(i=0;i<a.length;i++)a[i].style.cssText='max-width:100%;height:auto';
p.setAttribute('role','alert');
p.style.fontWeight='bold';
p.textContent='This browser is too old for this site: please update it, or open the site in a newer one.';
d.body.insertBefore(p,d.body.firstChild);
d.body.style.cssText='max-width:40rem;margin:1rem auto;padding:0 1rem;font:1rem/1.5 sans-serif';
})})(document,window.CSS)`
