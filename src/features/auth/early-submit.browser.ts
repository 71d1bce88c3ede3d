/**
 * Stands inline in the head of the log-in pages. On a slow network the form shows long before its script arrives; a
 * learner who sends it meanwhile is not to press twice, so the wish is kept until the form can act on it.
 */
export const earlySubmitScript: string = `addEventListener('submit',function(e){
if(!e.target.closest('astro-island[ssr]'))return;
e.preventDefault();e.stopImmediatePropagation();
document.documentElement.dataset.earlySubmit='';
},true)`

/** True once when the form was sent before this script ran. */
export function takeEarlySubmit(): boolean {
  const { dataset } = document.documentElement
  const early = dataset.earlySubmit !== undefined
  delete dataset.earlySubmit
  return early
}
