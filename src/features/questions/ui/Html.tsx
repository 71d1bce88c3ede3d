import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { afterPaint } from '#lib/browser/after-paint.ts'
import { trustedHtml } from '#lib/browser/html/trusted-html.ts'
import '../../../styles/authored.css'
import { loadMathStyles, needsMathStyles } from './math-styles.ts'

/** Blocks that scroll sideways (authored.css). */
const SCROLLING = 'p,h2,h3,h4,ul,ol,blockquote,table,pre,.katex-display'

export interface HtmlProps {
  /** Sanitised by the server (design decision 10). */
  html: string
  className?: string
  /** Stands within a line or a label, where a block may not. */
  inline?: boolean
}

/** Text that authors wrote. Formulas stay hidden until they can be drawn properly. */
export const Html = memo(function Html({ html, className = '', inline = false }: HtmlProps) {
  const [, setReady] = useState(0)
  const element = useRef<HTMLDivElement & HTMLSpanElement>(null)
  // The same object while the text is the same: for another one React would write the text anew.
  const trusted = useMemo(() => ({ __html: trustedHtml(html) }), [html])
  const waits = needsMathStyles(html)
  useEffect(() => {
    let shown = true
    // The style sheet would share the network with what the frame shows, such as a picture.
    if (waits) afterPaint(() => loadMathStyles().then(() => shown && setReady((count) => count + 1)))
    return () => {
      shown = false
    }
  }, [waits])
  useEffect(() => letKeysScroll(element.current), [html])
  const Element = inline ? 'span' : 'div'
  return (
    <Element
      ref={element}
      className={`authored min-w-0 ${waits ? 'invisible' : ''} ${className}`}
      dangerouslySetInnerHTML={trusted}
    />
  )
})

/** Makes blocks that are wider than the screen reachable by keyboard while they scroll sideways (authored.css). */
function letKeysScroll(text: HTMLElement | null): (() => void) | undefined {
  if (!text) return undefined
  const blocks = [text, ...text.querySelectorAll<HTMLElement>(SCROLLING)]
  const observer = new ResizeObserver(() => {
    for (const block of blocks) {
      if (block.scrollWidth > block.clientWidth) block.tabIndex = 0
      else block.removeAttribute('tabindex')
    }
  })
  for (const block of blocks) observer.observe(block)
  return () => observer.disconnect()
}
