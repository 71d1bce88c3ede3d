import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runCommand } from '../api/command.ts'
import { examFormulas, formulaOption, formulaText } from '../packs/exam-formulas.ts'
import { showSite, temporaryFolder } from '../servers/server.ts'

/** Texts after which each formula has stood in every place. */
const TEXTS = examFormulas.length

/** Columns of texts in which formulas are drawn with KaTeX's style sheet. */
const drawn = {
  questions: ['content_html', 'explanation_html'],
  exams: ['instructions_html'],
  daily_workouts: ['content'],
}

/** Columns of texts on pages without the style sheet. */
const asMathml = {
  courses: ['description_html'],
  news: ['body_html'],
  blog_articles: ['body_html'],
  webinars: ['about_html'],
  notifications: ['message_html'],
}

/** Shows the journeys of `use` a site of the demo in which every text and every option consists of formulas. */
export async function showFormulaSite(use: () => Promise<void>): Promise<void> {
  const { folder, remove } = temporaryFolder()
  const imported = await runCommand({ dataDir: folder, databaseUrl: undefined }, 'src/content/cli.ts', [
    ...['import', 'src/content/demo', '--learners'],
  ])
  if (imported.code !== 0) throw new Error(imported.err)
  writeFormulas(folder)
  await showSite(folder, { OTP_SENDER: 'outbox', TRUSTED_PROXIES: 'loopback' }, use)
  remove()
}

function writeFormulas(dataDir: string): void {
  const data = new DatabaseSync(path.join(dataDir, 'padavu.db'))
  data.exec('begin')
  const write = (table: string, column: string, textOf: (number: number) => string) => {
    const update = data.prepare(`update ${table} set ${column} = ? where rowid = ? and ${column} is not null`)
    const rows = data.prepare(`select rowid as row from ${table} order by rowid`).all()
    for (const [number, { row }] of rows.entries()) update.run(textOf(number % TEXTS), row!)
  }
  const texts: string[] = []
  for (const [table, columns] of Object.entries(drawn))
    for (const column of columns) write(table, column, (number) => (texts[number] ??= formulaText(number)))
  for (const [table, columns] of Object.entries(asMathml))
    for (const column of columns) write(table, column, (number) => formulaText(number, true))
  const options: string[] = []
  write('question_options', 'content_html', (number) => (options[number] ??= formulaOption(number)))
  data.exec('commit')
  data.close()
}
