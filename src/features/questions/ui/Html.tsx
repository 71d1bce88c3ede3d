import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { trustedHtml } from '#lib/browser/html/trusted-html.ts'
import '../../../styles/authored.css'
import { loadMathStyles, needsMathStyles } from './math-styles.ts'

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
    if (waits) void loadMathStyles().then(() => shown && setReady((count) => count + 1))
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

/** What is wider than the screen scrolls on its own: the keyboard reaches it as well, while it is too wide. */
function letKeysScroll(text: HTMLElement | null): (() => void) | undefined {
  const wide = text?.querySelectorAll<HTMLElement>('table, pre') ?? []
  if (wide.length === 0) return undefined
  const observer = new ResizeObserver(() => {
    for (const part of wide) {
      if (part.scrollWidth > part.clientWidth) part.tabIndex = 0
      else part.removeAttribute('tabindex')
    }
  })
  for (const part of wide) observer.observe(part)
  return () => observer.disconnect()
}
