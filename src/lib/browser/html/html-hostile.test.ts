import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { renderMarkdown } from '#lib/server/markdown/markdown.ts'
import { hostileTexts } from '../../../../tests/support/hostile/hostile-texts.ts'
import { authoredElements } from '../../both/text/authored-elements.ts'
import { plainText, sanitizeAuthored } from '../../server/text/html.ts'
import { learnerHtml, sanitizeLearnerText, typedText } from '../../server/text/learner-text.ts'
import { isOwnPicture } from '../../both/text/own-picture.ts'

test('the hostile texts are many, and differ', () => {
  expect(new Set(hostileTexts).size).toBe(hostileTexts.length)
  expect(hostileTexts.length).toBeGreaterThanOrEqual(300)
})

/** What is wrong with HTML that should be harmless. */
function troubles(html: string): string[] {
  const found: string[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const allowed = Object.hasOwn(authoredElements, name) ? authoredElements[name] : undefined
      if (!allowed) return found.push(`<${name}>`)
      for (const [attribute, value] of Object.entries(attributes)) {
        const listed = allowed.some((each) => each.toLowerCase() === attribute)
        const bad =
          !listed ||
          (attribute === 'href' && !/^(https?:\/\/|\/(?![/\\]))/.test(value)) ||
          (attribute === 'src' && !isOwnPicture(value)) ||
          (attribute === 'style' && /[(\\@:].*[(\\@]|url|fixed|absolute/i.test(value))
        if (bad) found.push(`<${name} ${attribute}="${value}">`)
      }
    },
    oncomment: (text) => void found.push(`<!--${text}`),
    onprocessinginstruction: (text) => void found.push(`<${text}`),
  })
  parser.end(html)
  return found
}

const resolveMedia = () => 'is not in the pack'

test.each(hostileTexts)('%s does nothing, wherever it stands', (text) => {
  const places = [
    text,
    `<p>${text}</p>`,
    `<table><tr><td>${text}`,
    `<math><mtext>${text}`,
    `<svg>${text}`,
    `${text}${text}`,
  ]
  for (const place of places) {
    const clean = sanitizeAuthored(place)
    expect(troubles(clean), clean).toEqual([])
    // What is clean stays as it is, so that nothing becomes something else on the second way through.
    expect(troubles(sanitizeAuthored(clean))).toEqual([])
  }
  for (const breaks of [true, false]) expect(troubles(renderMarkdown(text, { resolveMedia, breaks }).html)).toEqual([])
  expect(troubles(renderMarkdown(text, { resolveMedia, message: true }).html)).toEqual([])
  expect(troubles(renderMarkdown(text.replaceAll('\n', ' '), { resolveMedia, inline: true }).html)).toEqual([])
  for (const learner of [learnerHtml(text), sanitizeLearnerText(text)])
    expect(troubles(learner.replaceAll(' nofollow ugc', '')), learner).toEqual([])
  expect(typedText(learnerHtml(text))).toBe(text)
  expect(plainText(sanitizeAuthored(text))).not.toMatch(/\u0000/)
})
