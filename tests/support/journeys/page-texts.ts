import type { Page } from '@playwright/test'

/** Mistakes in the text of a page: see `textMistakes`. */
export interface TextMistakes {
  /** Texts that touch an inline element without a space. */
  touching: string[]
  /** Examples of dates, one for each format. A page has one format at most. */
  dates: string[]
  /** Times without their zone. The browser of the journeys is not in India. */
  times: string[]
}

/** Looks at all text of a page, hidden dialogs and menus included; formulas and what people wrote are left out. */
export function textMistakes(page: Page): Promise<TextMistakes> {
  return page.evaluate(findMistakes)
}

/** Runs in the page. */
function findMistakes(): TextMistakes {
  const foreign = 'script, style, template, svg, math, .katex, sub, sup, textarea, select'
  const written = `.authored, .whitespace-pre-wrap, bdi, [dir="auto"], [contenteditable], pre, code, ${foreign}`
  const texts: Text[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode as Text)

  /** Whether an element continues the line of text around it, with no distance at the side that is crossed. */
  const isInline = (element: Element, side: 'Left' | 'Right') => {
    const style = getComputedStyle(element)
    // A hidden element has no display of its own; its name tells what it is when a script shows it.
    const isHiddenText = style.display === 'none' && /^(?:A|B|BDI|CODE|EM|I|SPAN|STRONG|TIME)$/.test(element.tagName)
    const isFlowing =
      (isHiddenText || /^(?:inline|contents)$/.test(style.display)) && /^(?:static|relative)$/.test(style.position)
    const distance = [style[`margin${side}`], style[`padding${side}`], style[`border${side}Width`]]
    return isFlowing && distance.every((length) => Number.parseFloat(length) === 0)
  }
  /** Whether nothing but the edges of inline elements stands between two texts that follow each other. */
  const isOneLine = (before: Text, after: Text) => {
    const range = document.createRange()
    range.setStart(before, before.length)
    range.setEnd(after, 0)
    const common = range.commonAncestorContainer
    if (range.cloneContents().querySelector('br, img, input, button, select, textarea, svg, video, hr, iframe'))
      return false
    for (let one = before.parentElement; one && one !== common; one = one.parentElement)
      if (!isInline(one, 'Right')) return false
    for (let one = after.parentElement; one && one !== common; one = one.parentElement)
      if (!isInline(one, 'Left')) return false
    return (
      before.parentElement !== after.parentElement &&
      /^(?:block|inline|list-item|table-cell|contents)/.test(getComputedStyle(common as Element).display)
    )
  }
  const touching: string[] = []
  texts.forEach((after, at) => {
    const before = texts[at - 1]
    if (!before || !/[\p{L}\p{N}.,;:!?)…]$/u.test(before.data) || !/^[\p{L}\p{N}(]/u.test(after.data)) return
    if ([before, after].some((text) => text.parentElement?.closest(`${foreign}, .authored`))) return
    if (isOneLine(before, after)) touching.push(`${before.data.slice(-30)}|${after.data.slice(0, 30)}`)
  })

  const months = 'January|February|March|April|June|July|August|September|October|November|December'
  const formats = [
    /\b\d{2}-\d{2}-\d{4}\b/,
    /\b\d{4}-\d{2}-\d{2}\b/,
    /\b\d{1,2}\/\d{1,2}\/\d{2,4}\b/,
    /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?: \d{4})?\b/,
    new RegExp(`\\b\\d{1,2} (?:${months})\\b`),
    new RegExp(`\\b(?:${months}|May|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec) \\d{1,2}\\b(?!\\d)`),
  ]
  const ours = texts.filter((text) => !text.parentElement?.closest(written))
  const lines = [...new Set(ours.map((text) => text.parentElement!))].map((element) => element.textContent)
  const dates = formats.flatMap((format) => lines.map((line) => format.exec(line)?.[0]).find(Boolean) ?? [])
  const times = lines.filter((line) => /\b\d{1,2}:\d{2}(?::\d{2})? [AP]M\b(?! IST| – )/.test(line))
  return { touching, dates, times }
}
