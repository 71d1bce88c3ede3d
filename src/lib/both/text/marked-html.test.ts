import { describe, expect, it } from 'vitest'
import { isMostlyLatin, runsOf } from './language-runs.ts'
import { languageOf } from './languages.ts'
import { markLanguages } from './marked-html.ts'

describe('the language of a text', () => {
  it.each([
    ['നവോത്ഥാന നായകർ', 'ml'],
    ['क्या यह सही है?', 'hi'],
    ['हे बरोबर आहे', 'mr'],
    ['தமிழ் இலக்கணம்', 'ta'],
    ['ಕನ್ನಡ', 'kn'],
    ['తెలుగు', 'te'],
    ['বাংলা', 'bn'],
    ['অসমীয়া ভাষাৰ', 'as'],
    ['ગુજરાતી', 'gu'],
    ['ਪੰਜਾਬੀ', 'pa'],
    ['ଓଡ଼ିଆ', 'or'],
    ['اردو', 'ur'],
    ['Malayalam (മലയാളം) and Hindi (हिन्दी भाषा का व्याकरण)', 'hi'],
    ['LDC 2026 – ജനറൽ', 'ml'],
  ])('%s is %s', (text, language) => expect(languageOf(text)).toBe(language))

  it.each(['', 'English', '20 % of 50', 'π ≈ 3.14', 'naïve', '।'])('%j is that of the page', (text) =>
    expect(languageOf(text)).toBeUndefined(),
  )

  it('is told of words among others', () => {
    expect(runsOf('The word കത്ത്, or പുസ്തകം: two.')).toEqual([
      { text: 'The word ', language: undefined },
      { text: 'കത്ത്', language: 'ml' },
      { text: ', or ', language: undefined },
      { text: 'പുസ്തകം', language: 'ml' },
      { text: ': two.', language: undefined },
    ])
    expect(runsOf('कुल 20 में से 5').map(({ language }) => language)).toEqual(['hi'])
    expect(runsOf('കേരള PSC പരീക്ഷ 2026. The exam of കേരളം.\nഉത്തരം എഴുതുക!')).toEqual([
      { text: 'കേരള PSC പരീക്ഷ 2026.', language: 'ml' },
      { text: ' The exam of ', language: undefined },
      { text: 'കേരളം.\nഉത്തരം എഴുതുക!', language: 'ml' },
    ])
    expect(runsOf('ഒന്ന്. രണ്ട്\n(2)\nമൂന്ന്')).toEqual([{ text: 'ഒന്ന്. രണ്ട്\n(2)\nമൂന്ന്', language: 'ml' }])
    expect([isMostlyLatin('The word കത്ത്'), isMostlyLatin('കത്ത് is')]).toEqual([true, false])
  })
})

describe('HTML in several languages', () => {
  it.each([
    ['<p>നമസ്കാരം</p><p>Hello</p>', '<p lang="ml">നമസ്കാരം</p><p>Hello</p>'],
    ['<h1 class="a" title="x > y">मेरा</h1>', '<h1 lang="hi" class="a" title="x > y">मेरा</h1>'],
    ['<p>ഇത് <b>ശരി</b> <em>true</em></p>', '<p lang="ml">ഇത് <b>ശരി</b> <em lang="en-IN">true</em></p>'],
    ['<p>The word കത്ത് is short</p>', '<p>The word <span lang="ml">കത്ത്</span> is short</p>'],
    ['<ul><li>ஒன்று</li><li>two</li></ul>', '<ul><li lang="ta">ஒன்று</li><li>two</li></ul>'],
    ['ശരി', '<span lang="ml">ശരി</span>'],
    ['<title>Some English around കത്ത് | Padavu</title>', '<title lang="ml">Some English around കത്ത് | Padavu</title>'],
    ['<img src="/media/a.webp" alt="ഭൂപടം"><br>', '<img lang="ml" src="/media/a.webp" alt="ഭൂപടം"><br>'],
    ['<p>ഒന്ന്<br>രണ്ട് &quot;മൂന്ന്&quot;</p>', '<p lang="ml">ഒന്ന്<br>രണ്ട് &quot;മൂന്ന്&quot;</p>'],
    [
      '<p>Which river is the longest?<br />\nഏറ്റവും നീളമുള്ള നദി ഏത്?</p>',
      '<p>Which river is the longest?<br />\n<span lang="ml">ഏറ്റവും നീളമുള്ള നദി ഏത്?</span></p>',
    ],
    [
      '<p>കേരളത്തിലെ ഏറ്റവും നീളമുള്ള നദി ഏത്?<br>Which river is the longest?</p>',
      '<p><span lang="ml">കേരളത്തിലെ ഏറ്റവും നീളമുള്ള നദി ഏത്?</span><br>Which river is the longest?</p>',
    ],
    [
      '<p>നദി ഏത്? &quot;പെരിയാർ&quot;. Which river? യമുന यमुना है।</p>',
      '<p><span lang="ml">നദി ഏത്? &quot;പെരിയാർ&quot;.</span> Which river? <span lang="ml">യമുന</span> <span lang="hi">यमुना है।</span></p>',
    ],
    [
      '<td>ശരി: <b>Only A</b><br>All of <b>അവ</b></td>',
      '<td><span lang="ml">ശരി:</span> <b>Only A</b><br>All of <b lang="ml">അവ</b></td>',
    ],
    [
      '<p>ഇത് <em>true. അത് ശരി.</em></p>',
      '<p lang="ml">ഇത് <em lang="en-IN">true. <span lang="ml">അത് ശരി.</span></em></p>',
    ],
    ['<p>\ue000 കേരളം &amp; No. No &#x27;</p>', '<p><span lang="ml">\ue000 കേരളം &amp; No.</span> No &#x27;</p>'],
  ])('%s', (html, marked) => {
    expect(markLanguages(html)).toBe(marked)
    expect(markLanguages(marked), 'marked again').toBe(marked)
  })

  it.each([
    '<p>Hello</p>',
    '<p lang="sa">सत्यमेव जयते</p>',
    '<script>let a = "<p>ശരി</p>"</script>',
    '<!-- ശരി -->',
    '<astro-island props="{&quot;a&quot;:&quot;ശരി&quot;}"><p>ശരി</p></astro-island>',
    '<input value="ശരി">',
  ])('leaves %s', (html) => expect(markLanguages(html)).toBe(html))

  it.each(['<!--', '<svg>', '<a ', '<a "', `<a '<b "`, '<a <a "" \'>'])(
    'is read once where %s never ends',
    (unended) => {
      const cost = (html: string) => {
        const before = process.threadCpuUsage()
        markLanguages(`ശരി${html}`)
        const { user, system } = process.threadCpuUsage(before)
        return user + system
      }
      const sound = '<a href="x">'.repeat(20_000)
      const hostile = unended.repeat(sound.length / unended.length)
      cost(sound)
      expect(cost(hostile)).toBeLessThan(20 * cost(sound))
    },
  )

  it('is read once, however long it is', () => {
    const html = `<div>${'<p class="x">A line with കത്ത് in it</p>'.repeat(20_000)}`
    expect(markLanguages(html).match(/lang="ml"/g)).toHaveLength(20_000)
  })
})
