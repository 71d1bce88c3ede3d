import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { learnerHtml, sanitizeLearnerText, shownHtml, typedText } from './learner-text.ts'

const rel = 'rel="noopener nofollow ugc"'

/** Links of shown HTML: where they lead, and what stands there. */
const links = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)" rel="noopener nofollow ugc">([^<]*)<\/a>/g)].map(([, href, text]) => [
    href,
    text,
  ])

/** What a link says to an address that somebody typed between words; nothing where there is none. */
const shown = (address: string) => links(sanitizeLearnerText(`see ${address} there`))[0]

describe("learners' text", () => {
  it('is escaped, with its line breaks, its spaces and its web addresses', () => {
    const text = '  See <b>this</b> & https://example.org/a?b=1&c="2"\n\n\n\n\tx   y  \nthanks \n'
    expect(sanitizeLearnerText(text)).toBe(
      '  See &lt;b&gt;this&lt;/b&gt; &amp; ' +
        `<a href="https://example.org/a?b=1&amp;c=%222%22" ${rel}>https://example.org/a?b=1&amp;c=&quot;2&quot;</a>` +
        '<br>\n<br>\n<br>\n<br>\n\tx   y  <br>\nthanks <br>\n',
    )
  })

  it.each([
    'javascript:alert(1)',
    '[a](javascript:alert(1))',
    'mailto:a@b.org',
    '//example.org',
    'www.example.org',
    '**a** `b`',
    '&amp;',
    '&#60;b&#62;',
    'https://',
    'https://[::1',
  ])('%s stays as it was typed', (text) => {
    expect(typedText(learnerHtml(text))).toBe(text)
    expect(links(sanitizeLearnerText(text))).toEqual([])
  })

  it('is the same again, to the last space, whatever it is', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.constantFrom('\n', '  ', '\t', '<br>', '<br>\n', '&lt;', '&amp;lt;', '"', 'https://', 'https://xn--', '</a>'),
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('')
        expect(typedText(learnerHtml(text))).toBe(text)
        const once = sanitizeLearnerText(text)
        expect(shownHtml(once)).toBe(once)
      }),
    )
  })
})

describe('an address', () => {
  it.each([
    ['https://example.org', 'https://example.org'],
    ['HTTPS://Example.ORG/A/%7ea/../b', 'https://example.org/A/b'],
    ['http://example.org:80/?q=a%20b#ഭാഗം', 'http://example.org/?q=a%20b#%E0%B4%AD%E0%B4%BE%E0%B4%97%E0%B4%82'],
    [
      'https://ml.wikipedia.org/wiki/കേരളം',
      'https://ml.wikipedia.org/wiki/%E0%B4%95%E0%B5%87%E0%B4%B0%E0%B4%B3%E0%B4%82',
    ],
    ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example/'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['https://केरल.भारत', 'https://xn--11b8cg6f.xn--h2brj9c'],
    ['https://മലയാളം.com/x', 'https://xn--rvc1gdlg9d.com/x'],
    ['https://президент.рф', 'https://xn--d1abbgf6aiiy.xn--p1ai'],
    ['https://日本語カナ.jp', 'https://xn--lck2c295sncbk91h.jp'],
    ['http://127.0.0.1:4321/dev', 'http://127.0.0.1:4321/dev'],
  ])('%s is shown as it was typed and leads where it says', (typed, href) => {
    expect(new URL(typed).href).toBe(new URL(href).href)
    expect(shown(typed)).toEqual([href.replaceAll('&', '&amp;'), typed])
  })

  it.each([
    ['Cyrillic in Latin', 'https://\u0430pple.com/login', 'https://xn--pple-43d.com/login'],
    ['Greek in Latin', 'https://g\u03bf\u03bfgle.com', 'https://xn--ggle-0nda.com'],
    ['Armenian in Latin', 'https://\u0585range.com', 'https://xn--range-kkg.com'],
    ['a word that is Cyrillic as a whole', 'https://\u0430\u0440\u0440\u04cf\u0435.com', 'https://xn--80ak6aa92e.com'],
    ['Latin in Devanagari', 'https://क\u0061.भारत', 'https://xn--a-tud.xn--h2brj9c'],
    [
      'a slash that is none',
      'https://example.org\u2044login.evil.example/',
      'https://example.xn--orglogin-g03d.evil.example/',
    ],
    ['letters in another form', 'https://ｅxample.org/', 'https://example.org/'],
    ['a number for a host', 'http://3232235777/', 'http://192.168.1.1/'],
  ])('with %s shows the host that is looked up', (_, typed, text) => {
    expect(new URL(typed).hostname).toBe(/\/\/([^/]*)/.exec(text)![1])
    expect(shown(typed)?.[1]).toBe(text)
    // Nothing is lost of what was typed.
    expect(typedText(learnerHtml(typed))).toBe(typed)
  })

  it.each([
    ['turns its letters around', 'https://example.org/\u202egpj.exe', 'https://example.org/%E2%80%AEgpj.exe'],
    ['isolates them', 'https://example.org/\u2066a\u2069b', 'https://example.org/%E2%81%A6a%E2%81%A9b'],
    ['is not seen', 'https://example.org/a\u200bb\u00adc', 'https://example.org/a%E2%80%8Bb%C2%ADc'],
  ])('with what %s shows it as it is sent', (_, typed, text) => {
    expect(shown(typed)).toEqual([text, text])
  })

  it.each(['https://example.org@evil.example/', 'https://example.org:443@evil.example', 'https://a:b@example.org'])(
    '%s, which names a user that looks like a host, is no link',
    (typed) => {
      expect(shown(typed)).toBeUndefined()
      expect(sanitizeLearnerText(typed)).toBe(typed)
    },
  )

  it('of before, which was stored as it looks, shows the host that is looked up', () => {
    const stored = `<a href="https://xn--pple-43d.com/" ${rel}>https://\u0430pple.com/</a>`
    expect(links(shownHtml(stored))).toEqual([['https://xn--pple-43d.com/', 'https://xn--pple-43d.com/']])
    const user = `<a href="https://example.org@evil.example/" ${rel}>https://example.org@evil.example/</a>`
    expect(shownHtml(user)).toBe('https://example.org@evil.example/')
  })
})

it.each([
  ['addresses', 'https://a.example/ '],
  ['schemes', 'https://'],
  ['brackets', 'https://a.example/(((('],
  ['user names', 'https://a@'],
  ['colons', 'http://a:'],
  ['foreign hosts', 'https://ಠ.example '],
])('a text of 10,000 characters of nothing but %s is read, too', (_, part) => {
  const text = part.repeat(10_000 / part.length)
  expect(typedText(learnerHtml(text))).toBe(text)
})
