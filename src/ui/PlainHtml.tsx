import { useMemo, type ReactNode } from 'react'
import { runsOf } from '#lib/both/text/language-runs.ts'
import { hasOtherScript } from '#lib/both/text/languages.ts'
import { webAddress } from '#lib/both/text/link-address.ts'
import { parsed } from '#lib/browser/html/parsed.ts'

/**
 * What people wrote as plain text, with the spaces that they typed. The server has sanitised it; here it is allow-listed again
 * (design decision 10): text, line breaks and links to the web, drawn by React and never as HTML. An address reads from left to
 * right, whatever stands around it.
 */
export function PlainHtml({ html }: { html: string }) {
  // Spaces before a body begins are dropped.
  const content = useMemo(() => childrenOf(parsed(`<body>${html.replaceAll('<br>\n', '<br>')}`).body), [html])
  return (
    <div dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
      {content}
    </div>
  )
}

function childrenOf(node: Node): ReactNode[] {
  return [...node.childNodes].map((child, index) => drawn(child, index))
}

function drawn(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return inLanguages(node.textContent ?? '', key)
  if (!(node instanceof HTMLElement) || /^(SCRIPT|STYLE|TEMPLATE)$/.test(node.tagName)) return null
  if (node.tagName === 'BR') return <br key={key} />
  const href = node.tagName === 'A' ? (node.getAttribute('href') ?? '') : ''
  const content = childrenOf(node)
  if (webAddress(href)) {
    return (
      <a
        key={key}
        href={href}
        dir="ltr"
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="link link-primary"
      >
        {content}
      </a>
    )
  }
  return <span key={key}>{content}</span>
}

/** Marks what is in another script with its language. */
function inLanguages(line: string, key: number): ReactNode {
  if (!hasOtherScript(line)) return line
  return runsOf(line).map(({ text, language }, index) => (
    <span key={`${key}-${index}`} lang={language}>
      {text}
    </span>
  ))
}
