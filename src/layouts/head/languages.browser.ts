import { hasOtherScript, languageOf } from '#lib/both/text/languages.ts'

/**
 * Marks what islands draw in another script than Latin with its language, as the server does with pages (marked-html.ts):
 * titles, names, what learners write. Looks at what is there, and at whatever changes.
 */
export function watchLanguages(root: Element): void {
  markIn(root)
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') mark(target.parentElement)
      // A text that went may have been the reason.
      else if (addedNodes.length === 0) mark(target as Element)
      else for (const node of addedNodes) markIn(node)
    }
  }).observe(root, { childList: true, characterData: true, subtree: true })
}

function markIn(node: Node): void {
  if (node.nodeType === Node.TEXT_NODE) return mark(node.parentElement)
  if (!(node instanceof Element)) return
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) mark(texts.currentNode.parentElement)
  for (const picture of node.querySelectorAll('img[alt]')) mark(picture)
}

/** Elements whose language is from here, and goes when their text does. */
const ours = new WeakSet<Element>()

function mark(element: Element | null): void {
  if (!element || !(element instanceof HTMLElement) || /^(SCRIPT|STYLE|TEXTAREA)$/.test(element.tagName)) return
  const text = ownText(element)
  const other = hasOtherScript(text)
  // Nearly all there is.
  if (!other && !ours.has(element) && !element.parentElement?.closest('[lang]:not(html)')) return
  if (element.lang && !ours.has(element)) return
  const around = element.parentElement?.closest<HTMLElement>('[lang]')?.lang ?? ''
  const language = other ? languageOf(text) : /[a-z]/i.test(text) ? document.documentElement.lang : around
  if (!language || language === around) {
    if (!ours.delete(element)) return
    element.removeAttribute('lang')
  } else if (element.lang !== language) {
    element.lang = language
    ours.add(element)
  } else return
  // What they are in has another language now.
  for (const child of element.children) markIn(child)
}

function ownText(element: HTMLElement): string {
  if (element instanceof HTMLImageElement) return element.alt
  let text = ''
  for (const { nodeType, nodeValue } of element.childNodes) if (nodeType === Node.TEXT_NODE) text += nodeValue
  return text
}
