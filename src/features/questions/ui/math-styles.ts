import styles from 'katex/dist/katex.min.css?url'

let loading: Promise<void> | undefined
let ready = false
/** The style sheet in use. */
let used: HTMLLinkElement | undefined

/** True when the HTML has formulas whose styles are not there yet. */
export function needsMathStyles(html: string): boolean {
  return !ready && html.includes('class="katex')
}

/**
 * Loads the styles of formulas, once. Without them formulas are ugly but there, so they are shown after a failure as well;
 * the next call requests the styles again, and so does the network when it returns.
 * @param anew loads them a second time: only with a new style sheet are fonts requested again that failed
 */
export function loadMathStyles(anew = false): Promise<void> {
  if (anew) loading = undefined
  loading ??= new Promise<void>((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = styles
    const end = (there: boolean) => () => {
      ready = true
      if (there) {
        used?.remove()
        used = link
      } else {
        link.remove()
        loading = undefined
        addEventListener('online', () => void loadMathStyles(), { once: true })
      }
      resolve()
    }
    link.onload = end(true)
    link.onerror = end(false)
    document.head.append(link)
  })
  return loading
}
