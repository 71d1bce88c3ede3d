import { authoredElements } from '../../both/text/authored-elements.ts'
import { isLinkAddress } from '../../both/text/link-address.ts'
import { isOwnPicture } from '../../both/text/own-picture.ts'
import { trustedPolicy } from '../../both/trusted.ts'
import { parsed } from './parsed.ts'

const policy = trustedPolicy('padavu-html', { createHTML: allowListed })

/**
 * Authored HTML for an element's content: the one way by which text becomes HTML in a page (docs/decisions/0025). The server
 * has sanitised it; a browser goes through the same list again. While a page is made there is no browser, and the text stays.
 */
export function trustedHtml(html: string): string {
  return typeof document === 'undefined' ? html : policy.createHTML(html)
}

/** Takes out whatever is not on the list. What an element holds goes with it. */
function allowListed(html: string): string {
  const inert = parsed(html)
  const nodes = inert.createNodeIterator(inert.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT)
  nodes.nextNode()
  for (let node; (node = nodes.nextNode());) {
    if (!(node instanceof Element) || !Object.hasOwn(authoredElements, node.localName)) {
      node.parentNode?.removeChild(node)
      continue
    }
    for (const { name, value } of [...node.attributes]) {
      const listed = authoredElements[node.localName]!.includes(name)
      if (!listed || !isHarmless(name, value)) node.removeAttribute(name)
    }
  }
  return inert.body.innerHTML
}

/** Links lead to the web or within the site, pictures are our own, styles fetch nothing. */
function isHarmless(name: string, value: string): boolean {
  if (name === 'href') return isLinkAddress(value)
  if (name === 'src') return isOwnPicture(value)
  return name !== 'style' || !/[(\\@]/.test(value)
}
