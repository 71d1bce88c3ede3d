// `node tests/load/large-pack.ts --questions=20000`: what it takes to check a content pack with so many questions, all in one file: the
// first time, with nothing changed, and with one comma fixed. docs/decisions/0046-rendered-texts-are-kept.md has the figures.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startCommand } from '#lib/server/start-command.mjs'
import { questionTexts } from './seed/questions.ts'

function question(number: number): string {
  const { text, options, explanation } = questionTexts(number)
  const indented = (block: string) => block.trimEnd().replaceAll(/^(?=.)/gm, '    ')
  return `- key: made-${number}
  text: |
${indented(text)}
  options:
${options.map((option) => `    - '${option}'`).join('\n')}
  answer: A
  explanation: |
${indented(explanation)}
`
}

/** Prints at its end what the process took. */
const told = `data:text/javascript,${encodeURIComponent(`process.on('exit', () => {
  const used = process.resourceUsage()
  const seconds = (used.userCPUTime + used.systemCPUTime) / 1e6
  console.log(seconds.toFixed(1) + ' s of processor time, ' + Math.round(used.maxRSS / 1024) + ' MB')
})`)}`

const { options } = startCommand({
  name: 'node tests/load/large-pack.ts',
  about: ['Measures the check of a content pack with many questions in one file.', ''],
  options: { questions: { value: 'N', from: 1, to: 1_000_000, about: '20000' } },
})
const count = Number(options.questions ?? 20_000)
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
