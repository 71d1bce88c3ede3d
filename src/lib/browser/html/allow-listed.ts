import { parsed } from './parsed.ts'
import { isLinkAddress } from '../../both/text/link-address.ts'
import { isOwnPicture } from '../../both/text/own-picture.ts'

/** What each element of shown HTML may keep; all others give way to what they hold. */
const allowed = new Set(
  'p br hr strong em b i u s sub sup code pre blockquote ul ol li table thead tbody tr th td h2 h3 h4'.split(' '),
)

/** Elements that go with everything in them. */
const dropped = /^(script|style|template|noscript|iframe|object|embed|svg|math|form|title|textarea|select)$/

/**
 * HTML as nodes that can only be what the list says (design decision 10): text and its forms, links to the web and within
 * the site, pictures of our own media that say what they show. The server has sanitised it; this is the second lock.
 */
export function allowListed(html: string): DocumentFragment {
  return copied(parsed(html).body)
}

function copied(from: Node): DocumentFragment {
  const into = document.createDocumentFragment()
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) into.append(node.textContent ?? '')
    if (!(node instanceof Element)) continue
    const name = node.localName
    if (dropped.test(name)) continue
    const inner = copied(node)
    if (allowed.has(name)) into.append(wrapped(document.createElement(name), inner))
    else if (name === 'a') into.append(wrapped(link(node), inner))
    else if (name === 'img') into.append(picture(node))
    else into.append(inner)
  }
  return into
}

function wrapped(element: Node, inner: DocumentFragment): Node {
  element.appendChild(inner)
  return element
}

function link(node: Element): Node {
  const href = node.getAttribute('href') ?? ''
  if (!isLinkAddress(href)) return document.createDocumentFragment()
  const element = document.createElement('a')
  element.href = href
  element.rel = 'noopener noreferrer'
  if (!href.startsWith('/')) element.target = '_blank'
  return element
}

function picture(node: Element): Node {
  const [source, alt] = [node.getAttribute('src') ?? '', node.getAttribute('alt') ?? '']
  if (!isOwnPicture(source)) return document.createDocumentFragment()
  const element = new Image()
  element.alt = alt
  element.src = source
  for (const size of ['width', 'height'] as const) {
    const given = Number(node.getAttribute(size))
    if (Number.isInteger(given) && given > 0) element[size] = given
  }
  return element
}
