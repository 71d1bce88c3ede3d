// `node tests/load/large-pack.ts 20000`: what it takes to check a content pack with so many questions, all in one file: the
// first time, with nothing changed, and with one comma fixed. docs/decisions/0046-rendered-texts-are-kept.md has the figures.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const malayalam = ['കേരളത്തിന്റെ തലസ്ഥാനം', 'ഇന്ത്യൻ ഭരണഘടന നിലവിൽ വന്നത്', 'ശരിയായ ഉത്തരം കണ്ടെത്തുക', 'സ്വാതന്ത്ര്യ സമരം']
const english = [
  'Which of these is true of the constitution',
  'The first session was held in December',
  'A train crosses a platform in twenty seconds',
  'He was the first president from the state',
]
const formulas = [
  String.raw`\frac{a^{N}+b}{c-N}`,
  String.raw`\sqrt{x^2+N}`,
  String.raw`\int_0^{N} \sin x\,dx`,
  String.raw`\sum_{k=1}^{N} k^2`,
  String.raw`\begin{pmatrix}1&N\\3&4\end{pmatrix}`,
]

/** Half in Malayalam, formulas in a third, a table in a tenth. */
function question(number: number): string {
  const all = number % 2 === 0 ? malayalam : english
  const words = (at: number) => all[(number + at) % all.length]!
  const hasMath = number % 3 === 0
  const math = (at: number) =>
    hasMath ? ` $${formulas[(number + at) % formulas.length]!.replaceAll('N', String(2 + ((number + at) % 97)))}$` : ''
  const table = number % 10 === 3 ? `\n    | I | II |\n    |---|---|\n    | ${words(0)} | ${number} |\n` : ''
  const options = [0, 1, 2, 3].map((at) => `    - '${words(at)} ${number + at}${math(at)}'`).join('\n')
  return `- key: made-${number}
  text: |
    ${words(0)} ${number}? **${words(1)}**${math(0)}${math(1)}
${table}  options:
${options}
  answer: A
  explanation: |
    ${words(1)}, ${words(2)}, ${number}.${math(2)}

    - ${words(3)}
    - ${words(0)}
`
}

/** Prints at its end what the process took. */
const told = `data:text/javascript,${encodeURIComponent(`process.on('exit', () => {
  const used = process.resourceUsage()
  const seconds = (used.userCPUTime + used.systemCPUTime) / 1e6
  console.log(seconds.toFixed(1) + ' s of processor time, ' + Math.round(used.maxRSS / 1024) + ' MB')
})`)}`

const count = Number(process.argv[2] ?? 20_000)
const folder = mkdtempSync(path.join(tmpdir(), 'padavu-large-'))
try {
  const pack = path.join(folder, 'pack')
  const file = path.join(pack, 'questions', 'made.yaml')
  cpSync('src/content/demo', pack, { recursive: true })
  mkdirSync(path.join(folder, 'data'))
  writeFileSync(file, Array.from({ length: count }, (_, number) => question(number)).join('\n'))
  const check = (title: string) => {
    const args = ['--import', told, 'src/content/cli.ts', 'check', pack]
    const env = { ...process.env, DATA_DIR: path.join(folder, 'data') }
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    console.log(`${title}: ${stdout.trim().split('\n').at(-1)}`)
  }
  check('first')
  check('again')
  writeFileSync(file, readFileSync(file, 'utf8').replace(', 0.', '; 0.'))
  check('one comma')
} finally {
  rmSync(folder, { recursive: true })
}
