import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand, typeCommand } from '../../tests/support/api/command.ts'
import { freshDatabase, type FreshDatabase } from '../../tests/support/api/database.ts'
import { edited, smallPack, without, writePack } from '../../tests/support/packs/pack.ts'
import { content as contentCommand } from './content.ts'
import { renderingsFile } from './text/kept-renderings.ts'

let opened: FreshDatabase
beforeEach(async () => {
  opened = await freshDatabase()
})
afterEach(() => opened.close())

const content = (...args: string[]) => typeCommand(opened, contentCommand, args)
/** As another process, while this one keeps the database open as a server would. */
const asProcess = (...args: string[]) => runCommand(opened, 'src/content/cli.ts', args)

describe('npm run content', () => {
  it('checks a pack', async () => {
    expect(await content('check', writePack(smallPack()))).toEqual({
      code: 0,
      out: 'The pack is good: 3 courses, 4 questions, 2 exams\n',
      err: '',
    })
  })

  it('checks a pack without a database, and keeps what it rendered in the data folder', async () => {
    const folder = writePack(smallPack())
    const away = { dataDir: `${opened.dataDir}/new`, databaseUrl: 'postgres://127.0.0.1:1/none' }
    mkdirSync(away.dataDir)
    expect((await typeCommand(away, contentCommand, ['check', folder])).code).toBe(0)
    const kept = renderingsFile(away.dataDir)
    const names = () => {
      const database = new DatabaseSync(kept, { readOnly: true })
      const rows = database.prepare('select hex(name) as name from renderings order by name').all()
      database.close()
      return rows.map((row) => row.name)
    }
    const first = names()
    expect(first.length).toBeGreaterThan(10)
    expect((await typeCommand(away, contentCommand, ['check', folder])).code).toBe(0)
    expect(names()).toEqual(first)
    // Others may not read what they could not read in the pack.
    expect(statSync(path.dirname(kept)).mode & 0o77).toBe(0)
  })

  it('checks a pack whatever is wrong with settings that it does not need', async () => {
    const folder = writePack(smallPack())
    const check = async (settings: Record<string, string>) => {
      const ended = { out: '', err: '' }
      const code = await contentCommand(['check', folder], {
        settings: { DATA_DIR: opened.dataDir, DATABASE_URL: opened.databaseUrl, ...settings },
        out: (line) => (ended.out += line),
        err: (line) => (ended.err += line),
      })
      return { code, ...ended }
    }
    const good = { code: 0, out: 'The pack is good: 3 courses, 4 questions, 2 exams' }
    expect(await check({ FILES_S3_ENDPOINT: 'https://files.example.org' })).toEqual({ ...good, err: '' })
    const { err, ...rest } = await check({ DATABASE_URL: 'mysql://nowhere' })
    expect(rest).toEqual(good)
    expect(err).toMatch(/^The results of learners were not looked at: DATABASE_URL \S/)
  })

  it('imports a pack while a server has the database open, and counts what changed', async () => {
    const unchanged = '4 questions, 0 new, 0 changed; 2 exams, 0 new, 0 changed, 0 retired\n'
    const first = await asProcess('import', writePack(smallPack()), '--learners')
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toContain('3 courses, 3 new, 0 changed, 0 retired; ')
    expect(first.out).toContain('; 2 new learners\n')
    const again = await content(
      'import',
      writePack(edited(smallPack(), 'courses/beta/course.yaml', 'gst: 18', 'gst: 12')),
    )
    expect(again).toEqual({ code: 0, out: `3 courses, 0 new, 1 changed, 0 retired; ${unchanged}`, err: '' })
    expect(await opened.db.selectFrom('users').select('id').execute()).toHaveLength(2)
    const mentor = edited(smallPack(), 'learners.yaml', '    name: Asha', '    role: mentor\n    name: Asha')
    const changed = (await content('import', writePack(mentor), '--learners')).out
    expect(changed).toMatch(/; 1 learner with something new\n\+91 9000000001: role learner -> mentor\n$/)
  })

  it('lists errors, a line each, and imports nothing', async () => {
    const files = edited(edited(smallPack(), 'pack.yaml', '[mock]', '[none]'), 'exams/mock.yaml', 'q-three', 'q-five')
    expect(await content('import', writePack(files))).toEqual({
      code: 1,
      out: '',
      err:
        "exams/mock.yaml:17 there is no question 'q-five'\n" +
        "pack.yaml:9 there is no exam 'none'\n" +
        '2 errors; nothing was imported\n',
    })
    expect(await opened.db.selectFrom('courses').select('id').execute()).toEqual([])
  })

  it('lists likely slips with file and line, counts them in the last line, and imports all the same', async () => {
    const files = edited(smallPack(), 'questions/all.yaml', 'text: Which is', 'text: 5. Which is')
    const folder = writePack({ ...files, 'courses/beta/description.md': 'New.' })
    const err = expect.stringMatching(
      /^courses\/beta\/description.md:1 warning: has 1 word;.*\nquestions\/all.yaml:20 warning: begins with '5\.'.*\n$/,
    ) as string
    for (const command of ['check', 'import'])
      expect(await content(command, folder)).toEqual({
        code: 0,
        out: expect.stringMatching(/\n2 warnings; they stop nothing\n$/) as string,
        err,
      })
    expect(await opened.db.selectFrom('courses').select('id').execute()).toHaveLength(3)
  })

  it('says in one line that a folder is no pack', async () => {
    const folder = writePack(without(smallPack(), 'pack.yaml'))
    expect(await asProcess('import', folder)).toEqual({
      code: 1,
      out: '',
      err: `${folder} has no pack.yaml, so it is not a content pack\n`,
    })
  })

  const CHECK = 'check DIR [--keep-results] [--take-pack | --keep-console]'
  const IMPORT = 'import DIR [--learners] [--keep-results] [--take-pack | --keep-console] [--dry-run]'

  it('explains itself, and ends well', async () => {
    for (const args of [[], ['--help'], ['import', '-h']]) {
      const { code, out, err } = await content(...args)
      expect([code, err]).toEqual([0, ''])
      expect(out).toMatch(/^Usage:\n/)
      for (const usage of [CHECK, IMPORT]) expect(out).toContain(`\n  npm run content -- ${usage}\n`)
    }
  })

  it.each([
    [['chek', 'x'], "There is no command 'chek'. See: npm run content -- --help\n"],
    [['import', 'a', '--learner'], `There is no option --learner. Usage: npm run content -- ${IMPORT}\n`],
    [['check'], `DIR is missing. Usage: npm run content -- ${CHECK}\n`],
    [['check', 'a', 'b'], `'b' is a word too many. Usage: npm run content -- ${CHECK}\n`],
    [['import', 'a', '--learners=no'], `--learners takes no value. Usage: npm run content -- ${IMPORT}\n`],
  ])('says in one line what is wrong with %j', async (args, err) => {
    expect(await content(...args)).toEqual({ code: 2, out: '', err })
  })
})
