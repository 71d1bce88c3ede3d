import { stringify } from 'yaml'
import { kinds } from '#features/notifications/notifications.rules.ts'
import { learningPack } from './learning-pack.ts'
import { edited, type PackFiles } from './pack.ts'
import { publications } from './publications.ts'

/** Lines that YAML would take for something else, that Markdown makes something of, or that look like what we write ourselves. */
const hostileLines = [
  ...['- a', '? b', ': c', '# d', 'key: value', 'a: b # c', '| x', '> x', '& a', '*a*', '!b', '%c', '@d', '`e`'],
  ...['{a: 1}', '[a, b]', '"quoted"', "'single'", `"both" and 'both'`, "it's", 'a "b" c', '---', '...', '<<: *a'],
  ...['yes', 'null', '~', 'true', '0x1f', '1e3', '007', '12:30', '2026-01-01', '2026-01-01 10:00', '.5', '-', '+1'],
  ...['C:\\temp\\new', 'a\\', '\\', '\\\\n', '%0a', '${x}', '&lt;b&gt;', '<b>bold</b>', '<img src="media/box.svg">'],
  ...['<a href="/media/x">', '</textarea>', 'മലയാളം and English', 'עברית', '🙂👩‍👩‍👧', 'a\u0085b', 'r\u2028s'],
  ...['\ufefft', 'x\u00a0y', 'p\u200bq', '\u202ertl', 'in-pack-1', 'private:in-pack-1', '/media/in-pack-1', '=1+1'],
]

/** Texts of several lines, in Markdown. */
const hostileTexts = [
  'one\ntwo\n\n  three\n    four\n\n\n',
  '  begins with spaces\nand goes on',
  'ends with spaces   \nhere  \n',
  '\n\nbegins with empty lines',
  'ends in a line of spaces\n   ',
  '| a | b |\n| --- | :-: |\n| `x\\|y` | "z" |\n',
  '```\n<script>alert(1)</script>\n  indented: "yes"\n```\n',
  '1. one\n2. two\n\n   deeper\n\n> quoted: text\n',
  '[a link](https://example.org/?a=1&b=%22x%22 "its title") and [a file](media/box.svg)\n',
  '![A "grey" <box>](media/box.svg)\n\nsrc="media/box.svg" in words, and href="/media/x" too\n',
  'It\'s $\\frac{1}{2}$ of "it" and \\$5:\n\n$$\\int_0^1 x\\,dx$$\n',
  'മലയാളം **ശക്തം** with English\nand $x < y$ & more\n',
  '# no heading: a # b\n\n## A heading\n\n---\n\nafter a rule',
]

/** The packs of the other tests in one, with hostile texts in every place where an author writes. */
export function hostilePack(): PackFiles {
  let files: PackFiles = { ...learningPack(), ...publications() }
  const lines = hostileLines.filter((line) => line.trim() === line && !line.includes('\ufeff'))
  let at = 0
  const line = () => JSON.stringify(`${lines[at++ % lines.length]!} ${at}`)
  const title = (name: string) => {
    files = {
      ...files,
      [name]: files[name]!.replaceAll(
        /^(\s*(?:- )?(?:title|summary|alt|label|mentor|presenter|author|category|thumbnail_alt): )[^\n]*$/gm,
        (_, field: string) => `${field}${line()}`,
      ),
    }
  }
  for (const name of [
    'live-classes.yaml',
    'news.yaml',
    'blog.yaml',
    'webinars.yaml',
    'quizzes/primes.yaml',
    'exams/mock.yaml',
  ])
    title(name)
  const texts = hostileTexts.filter((text) => !text.startsWith('# '))
  files = {
    ...files,
    'blog/recall.md': texts.join('\n\nThen:\n\n'),
    'blog/tomorrow.md': hostileTexts[0]!,
    'news/own.md': `${hostileTexts[9]!}\tA tab, too.\r\nA line of Windows.`,
    'courses/beta/description.md': texts.slice(0, 9).join('\n\nword '.repeat(20)),
    'questions/hostile.yaml': JSON.stringify([
      ...hostileLines.map((text, index) => question(`line-${index}`, text, hostileLines.slice(index, index + 5))),
      ...texts.filter((text) => !text.includes('$')).map((text, index) => question(`text-${index}`, text, ['a', 'b'])),
    ]),
    'questions/math.yaml': `- key: math-block
  text: |+
    It's $\\frac{1}{2}$ of "it":

    $$\\int_0^1 x\\,dx$$


  options: ['$\\times$', "it's \\\\$5", '\\$']
  answer: C
  explanation: '$\\theta$: "x" # y'
`,
    'splashes.yaml': `- key: "one"
  image: media/thumb.svg
  alt: ${line()}
  title: ${line()}
  text: ${line()}
  success: ${line()}
`,
  }
  return edited(files, 'pack.yaml', 'districts: [Kollam, Idukki]', `districts: ${JSON.stringify(lines.slice(0, 30))}`)
}

function question(key: string, given: string, others: string[]) {
  const escaped = (text: string) => text.replaceAll('$', '\\$')
  const text = /^# |\n# /.test(given) ? `\\${given}` : escaped(given)
  const options = [...new Set([...others, 'one', 'another'])].slice(0, 5).map(escaped)
  return { key, text, options, answer: 'B', explanation: text }
}

/** Notifications with every field and target, and with hostile texts. */
export function hostileNotifications(): PackFiles {
  const entries = hostileTexts
    .filter((text) => !text.startsWith('# '))
    .map((text, index) => ({
      ...{ key: `text-${index}`, to: 'all', title: `Text ${index}`, text, at: `now-${index + 1}h` },
      ...(index % 2 === 1 && { read: true }),
    }))
  const lines = hostileLines
    .filter((line) => line.trim() === line && !line.includes('\ufeff'))
    .map((line, index) => ({
      key: `line-${index}`,
      to: 'all',
      title: line,
      text: `Hello. ${line.replaceAll('$', '\\$')} x`,
      at: '2026-03-01 09:30',
    }))
  const targets = {
    course_details: 'alpha',
    exam_details: 'mock',
    ca_details: 'dates',
    blog_details: 'recall',
    webinar_registration: 'plan',
    live_details: 'week',
    general: 'https://example.org/?a=1&b=%22#c',
  }
  const led = Object.entries(targets).map(([action, target], index) => ({
    ...{ key: `to-${index}`, to: 'all', kind: kinds[index % kinds.length], title: `To ${target}`, text: 'Look.' },
    ...{ image: 'media/thumb.svg', action, target, at: '2026-02-28 23:59:59.999', read: true },
  }))
  const site = {
    key: 'site',
    to: 'all',
    title: 'A page',
    text: 'Look.',
    action: 'general',
    target: '/courses',
    at: 'now',
  }
  return {
    'notifications.yaml': stringify([...led, site, ...entries, ...lines], {
      lineWidth: 0,
      singleQuote: true,
      blockQuote: 'literal',
    }),
  }
}
