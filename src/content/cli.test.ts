import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand, typeCommand } from '../../tests/support/api/command.ts'
import { freshDatabase, type FreshDatabase } from '../../tests/support/api/database.ts'
import { edited, smallPack, without, writePack } from '../../tests/support/packs/pack.ts'
import { markChanged } from '#core/content/content-changes.ts'
import { lockContent } from '#core/content/content-facts.ts'
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

const settled = '[--take-pack | --keep-console]'
const checkUsage = `Usage: npm run content -- check DIR [--keep-results] ${settled}\n`
const importUsage = `Usage: npm run content -- import DIR [--learners | --dry-run] [--keep-results] ${settled}\n`

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
    const unchanged = '4 questions, 0 new, 0 changed, 0 retired; 2 exams, 0 new, 0 changed, 0 retired\n'
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

  it('counts and names the questions that an import retires, ahead and then', async () => {
    await content('import', writePack(smallPack()))
    const [good = ''] = smallPack()['questions/all.yaml']!.split('- key: q-four')
    const folder = writePack({ ...smallPack(), 'questions/all.yaml': good })
    const line = '1 question is no longer in the pack and'
    expect((await content('check', folder)).out).toContain(`\n${line} will be retired: q-four\n`)
    expect((await content('import', folder, '--dry-run')).out).toContain(`would be: ${line} is retired: q-four\n`)
    const { out } = await content('import', folder)
    expect(out).toContain('3 questions, 0 new, 0 changed, 1 retired; ')
    expect(out).toContain(`\n${line} is retired: q-four\n`)
    expect((await content('check', folder)).out).not.toContain(line)
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

  it('explains itself, and ends well', async () => {
    for (const args of [[], ['--help'], ['import', '-h']]) {
      const { code, out, err } = await content(...args)
      expect([code, err]).toEqual([0, ''])
      expect(out).toMatch(
        /^Usage:\n {2}npm run content -- check DIR \[--keep-results\] .*\n[^]+ {2}npm run content -- import DIR \[--learners \| --dry-run\] .*\n[^]+ {2}npm run content -- export DIR \[--fixed-times\]\n/,
      )
    }
  })

  it.each([
    [['chek', 'x'], "There is no command 'chek'. See: npm run content -- --help\n"],
    [['import', 'a', '--learner'], `There is no option --learner. ${importUsage}`],
    [['check'], `DIR is missing. ${checkUsage}`],
    [['check', 'a', 'b'], `'b' is a word too many. ${checkUsage}`],
    [['import', 'a', '--learners=no'], `--learners takes no value. ${importUsage}`],
    [
      ['import', 'a', '--take-pack', '--keep-console'],
      `--take-pack and --keep-console say the opposite of each other. ${importUsage}`,
    ],
    [
      ['import', 'a', '--dry-run', '--learners'],
      '--dry-run cannot try --learners, because demo learners need the courses to be imported first. ' + importUsage,
    ],
    [['check', 'a', '--dry-run'], `There is no option --dry-run. ${checkUsage}`],
    [
      ['export', 'a', '--take-pack'],
      'There is no option --take-pack. Usage: npm run content -- export DIR [--fixed-times]\n',
    ],
  ])('says in one line what is wrong with %j', async (args, err) => {
    expect(await content(...args)).toEqual({ code: 2, out: '', err })
  })
})

describe('npm run content, of what was changed in the console', () => {
  const conflict = "price alpha, price: '5999' in the console, '4999.5' in the pack\n"
  const how = '1 change of the console would be overwritten: --take-pack does that, --keep-console imports all else'
  const prices = () => opened.db.selectFrom('courses').select(['key', 'price_paise']).orderBy('key').execute()

  /** A pack with another price for beta, after staff have given alpha another one. */
  async function changed(): Promise<string> {
    await content('import', writePack(smallPack()))
    await opened.db.transaction().execute(async (tx) => {
      await lockContent(tx)
      await tx.updateTable('courses').set({ price_paise: 599_900 }).where('key', '=', 'alpha').execute()
      await markChanged(tx, { kind: 'price', key: 'alpha', fields: ['price'], who: 'Divya', now: Date.now() })
    })
    return writePack(edited(smallPack(), 'courses/beta/course.yaml', 'price: 4999.50', 'price: 4500'))
  }

  it('lists it and imports nothing, and the check says so before', async () => {
    const folder = await changed()
    const before = await prices()
    expect(await content('import', folder)).toEqual({
      code: 1,
      out: '',
      err: `${conflict}${how}; nothing was imported\n`,
    })
    expect(await content('check', folder)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${conflict}${how}\n`),
    })
    expect(await prices()).toEqual(before)
  })

  it('keeps it, or overwrites it, as it is told, and says what it did', async () => {
    const folder = await changed()
    expect(await content('check', folder, '--keep-console')).toMatchObject({ code: 0, err: '' })
    const kept = await content('import', folder, '--keep-console')
    expect(kept).toMatchObject({ code: 0, err: '' })
    expect(kept.out).toMatch(/^3 courses, 0 new, 1 changed.*\nkept: price alpha, price: '5999' in the console/)
    const told = (alpha: number) => [
      { key: 'alpha', price_paise: alpha },
      { key: 'beta', price_paise: 450_000 },
      { key: 'gamma', price_paise: 499_950 },
    ]
    expect(await prices()).toEqual(told(599_900))
    const taken = await content('import', folder, '--take-pack')
    expect(taken.out).toMatch(/^3 courses, 0 new, 1 changed.*\noverwritten: price alpha, price: /)
    expect(await prices()).toEqual(told(499_950))
    expect(await content('import', folder)).toMatchObject({ code: 0, err: '' })
  })

  it('tries an import, and ends as that would', async () => {
    const folder = await changed()
    const before = await prices()
    const tried = await content('import', folder, '--dry-run')
    expect(tried).toMatchObject({ code: 1, err: `${conflict}${how}; nothing was imported\n` })
    expect(tried.out).toMatch(/^would be: 3 courses, 0 new, 1 changed/)
    expect(await content('import', folder, '--dry-run', '--take-pack')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^would be: 3 courses, 0 new, 2 changed.*\nwould be: overwritten: price alpha/),
    })
    expect(await prices()).toEqual(before)
    const away = { dataDir: `${opened.dataDir}/none`, databaseUrl: undefined }
    expect((await typeCommand(away, contentCommand, ['import', folder, '--dry-run'])).out).toBe(
      'There are no data yet; all would be new: 3 courses, 4 questions, 2 exams\n',
    )
    expect(existsSync(away.dataDir)).toBe(false)
  })

  it('exports it, so that it is in the pack that is imported next', async () => {
    await changed()
    const folder = path.join(opened.dataDir, 'exported')
    expect(await content('export', folder)).toEqual({
      code: 0,
      out: `Exported to ${folder}: 3 courses, 4 questions, 2 exams\n`,
      err: '',
    })
    expect(readFileSync(path.join(folder, 'courses/alpha/course.yaml'), 'utf8')).toContain('price: 5999\n')
    expect((await content('import', folder)).out).toMatch(/^3 courses, 0 new, 0 changed/)
    expect(await content('export', folder)).toEqual({
      code: 1,
      out: '',
      err: `${folder} is not empty: an export goes to a folder of its own\n`,
    })
  })

  it('says what has to be mended in an export before it can be imported', async () => {
    await changed()
    await opened.db
      .updateTable('courses')
      .set({ title: 'x'.repeat(130) })
      .where('key', '=', 'beta')
      .execute()
    const folder = path.join(opened.dataDir, 'exported')
    expect(await content('export', folder)).toEqual({
      code: 1,
      out: '',
      err:
        'courses/beta/course.yaml:2 title is 130 characters long; at most 120 are allowed\n' +
        `${folder} was written, but has to be mended before it can be imported\n`,
    })
    const none = { dataDir: path.join(opened.dataDir, 'none'), databaseUrl: undefined }
    expect((await typeCommand(none, contentCommand, ['export', `${folder}-2`])).err).toBe('There are no data yet\n')
  })
})
