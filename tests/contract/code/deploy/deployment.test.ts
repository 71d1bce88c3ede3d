import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { userInfo } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { sourcesPrint } from '../../../../scripts/fingerprint.mjs'
import { serverEnvironment, serverFlags } from '../../../../scripts/server-flags.mjs'
import { temporaryFolder } from '../../../support/servers/server.ts'

let folder: string
let remove: () => void
beforeEach(() => ({ folder, remove } = temporaryFolder()))
afterEach(() => remove())

/** Runs a script of deploy/ with programs of the test before those of the system. */
function run(script: string, args: string[], settings: Record<string, string> = {}) {
  const env = { PATH: `${folder}/bin:${process.env.PATH}`, ...settings }
  const { status, stdout, stderr } = spawnSync(path.resolve('deploy', script), args, { env, encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}

function program(name: string, text: string): void {
  mkdirSync(`${folder}/bin`, { recursive: true })
  writeFileSync(`${folder}/bin/${name}`, `#!/bin/sh\n${text}\n`)
  chmodSync(`${folder}/bin/${name}`, 0o755)
}

describe('the service', () => {
  test('has ports of its own whatever the settings that all share say', () => {
    const unit = readFileSync('deploy/padavu@.service', 'utf8')
    const start = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ')
    expect(start?.slice(0, 3)).toEqual(['/usr/bin/env', 'PORT=%i', 'METRICS_PORT=5%i'])
    expect(/^Environment=(.*)$/m.exec(unit)?.[1]).not.toMatch(/PORT/)
  })
})

describe('the server', () => {
  const settings = Object.entries(serverEnvironment).map(([name, value]) => `${name}=${value}`)

  test('is started in the same way by the service, in a container and by hand as by npm start', () => {
    const unit = readFileSync('deploy/padavu@.service', 'utf8')
    const image = readFileSync('Dockerfile', 'utf8')
    const byHand = readFileSync('docs/operating.md', 'utf8')
    const started = ['node', ...serverFlags, 'dist/server/entry.mjs']
    expect(/^ExecStart=(.*)$/m.exec(unit)?.[1]).toContain(`/${started.join(' ')}`)
    expect(JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]')).toEqual(started)
    expect(byHand).toContain(`/${started.join(' ')}`)
    for (const setting of settings) {
      expect(/^Environment=(.*)$/m.exec(unit)?.[1]?.split(' ')).toContain(setting)
      expect(image).toMatch(new RegExp(`^(ENV|   ) ${setting} \\\\$`, 'm'))
      expect(byHand).toMatch(new RegExp(`^(\\w+=\\S+ )*${setting} .*\\\\$`, 'm'))
    }
  })
})

describe('the command padavu', () => {
  /** Runs it with a Node that prints what it is given. */
  const padavu = (settings: string, ...args: string[]) => {
    for (const place of ['deploy', 'node_modules/.bin']) mkdirSync(`${folder}/${place}`, { recursive: true })
    copyFileSync('deploy/padavu', `${folder}/deploy/padavu`)
    writeFileSync(
      `${folder}/node_modules/.bin/node`,
      '#!/bin/sh\nprintf "%s\\n" "$DATABASE_URL" "$DATA_DIR" "$SELLER_NAME" "$@"\n',
      { mode: 0o755 },
    )
    writeFileSync(`${folder}/env`, settings)
    const { code, out, err } = run(`${folder}/deploy/padavu`, args, {
      PADAVU_ENV: `${folder}/env`,
      PADAVU_USER: userInfo().username,
    })
    return { code, err, lines: out.split('\n').slice(0, -1) }
  }

  test('reads the settings of the service as systemd does, quotes and signs included', () => {
    const address = "postgres://u:$(id)`id`'#x@127.0.0.1:1/x"
    const settings = `# DATABASE_URL=a note\n; another\n\nDATABASE_URL=${address}\nDATA_DIR="/a b/c"\nSELLER_NAME='The "Centre"'`
    const { code, err, lines } = padavu(settings, 'staff')
    expect([code, err, lines.slice(0, 3)]).toEqual([0, '', [address, '/a b/c', 'The "Centre"']])
    expect(padavu('DATABASE_URL=\n', 'staff').lines.slice(0, 2)).toEqual(['', '/var/lib/padavu'])
    // Blanks around names and values are none of them, unless in quotes.
    const indented = '  DATABASE_URL=a  \n\t# SELLER_NAME=a note\n\tDATA_DIR = /b\t\n SELLER_NAME="c "'
    expect(padavu(indented, 'staff').lines.slice(0, 3)).toEqual(['a', '/b', 'c '])
  })

  test('passes on what was typed to the commands that there are', () => {
    for (const name of ['staff', 'data', 'content']) {
      const [script = '', ...typed] = padavu('', name, 'x', '--reason', 'two  words', '').lines.slice(3)
      expect(existsSync(path.relative(folder, script))).toBe(true)
      expect(typed).toEqual(['x', '--reason', 'two  words', ''])
    }
    expect(padavu('', 'serve')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^padavu: there is no command serve\. Usage: padavu staff\|data\|content /),
    })
  })

  test('says so where the settings cannot be read', () => {
    const { code, err } = run('padavu', ['staff'], { PADAVU_ENV: `${folder}/none` })
    expect([code, err]).toEqual([1, `${folder}/none cannot be read: run this as root (sudo padavu ...)\n`])
  })
})

describe('compose', () => {
  interface Composed {
    services: Record<string, { image: string; build?: { args: Record<string, string> } }>
  }
  const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as Composed

  test('runs no image but by a digest that somebody has chosen', () => {
    const pinned = Object.values(services).flatMap(({ image, build }) =>
      build ? [build.args.NODE_IMAGE!] : image.startsWith('padavu:') ? [] : [image],
    )
    expect(pinned.length).toBeGreaterThan(3)
    for (const image of pinned) expect(image).toMatch(/^\$\{\w+_IMAGE:\?run deploy\/pin-images >> \.env\}$/)
    program('docker', '[ "$1" = pull ] || echo "$(echo "$5" | cut -d: -f1)@sha256:0123"')
    const { out } = run('pin-images', [])
    expect(out.trim().split('\n').sort()).toEqual([
      'NODE_IMAGE=node@sha256:0123',
      'POSTGRES_IMAGE=postgres@sha256:0123',
      'S3_IMAGE=versity/versitygw@sha256:0123',
    ])
    program('docker', '[ "$1" = pull ] || echo')
    expect(run('pin-images', []).code).toBe(1)
  })
})

describe('the backup of compose', () => {
  const OLD = 1_577_836_800
  const [media, picture] = ['padavu/media', 'padavu/media/a.webp']
  const at = (place: string) => `${folder}/backups/${place}`
  const stored = (place: string) => `${folder}/files/${place}`
  const back = (settings: Record<string, string> = {}) =>
    run('compose-backup.sh', ['--once'], { BACKUPS: at(''), FILES: stored(''), ...settings })
  const dumps = () => readdirSync(at('')).filter((name) => name.startsWith('padavu-'))

  beforeEach(() => {
    mkdirSync(at(''))
    mkdirSync(stored(media), { recursive: true })
    writeFileSync(stored(picture), 'a picture')
    program('pg_restore', 'test -s "$2"')
    program('pg_dump', 'echo whole > "${2#--file=}"')
  })

  test('has database and files, keeps good dumps while it fails, and drops old ones when it goes well', () => {
    writeFileSync(at('padavu-2020-01-01T000000Z.dump'), 'old')
    utimesSync(at('padavu-2020-01-01T000000Z.dump'), OLD, OLD)
    program('pg_dump', 'echo half > "${2#--file=}"; exit 1')
    expect(back().code).not.toBe(0)
    program('pg_dump', ': > "${2#--file=}"')
    expect(back().code).not.toBe(0)
    expect(dumps()).toEqual(['padavu-2020-01-01T000000Z.dump'])
    program('pg_dump', 'echo whole > "${2#--file=}"')
    expect(back()).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^padavu-\S+\.dump and the files are backed up\n$/),
    })
    expect(readdirSync(at('')).sort()).toEqual([
      '.lock',
      'files',
      expect.stringMatching(/^padavu-20[2-9]\d-.*\.dump$/),
      'removed',
    ])
    expect(readFileSync(at(`files/${picture}`), 'utf8')).toBe('a picture')
  })

  test('waits for one that is under way', async () => {
    program('pg_dump', 'echo whole > "${2#--file=}"; touch "$BEGUN"; sleep 1')
    const script = path.resolve('deploy/compose-backup.sh')
    const settings = { PATH: `${folder}/bin:${process.env.PATH}`, BACKUPS: at(''), FILES: stored('') }
    const first = spawn(script, ['--once'], { env: { ...settings, BEGUN: `${folder}/begun` }, stdio: 'ignore' })
    const ended = once(first, 'exit')
    await expect.poll(() => existsSync(`${folder}/begun`)).toBe(true)
    expect(back({ BEGUN: `${folder}/begun` }).code).toBe(0)
    expect((await ended)[0]).toBe(0)
    expect(dumps()).toHaveLength(2)
  })

  test('fails where the files cannot be looked at, and says nothing of them where they are elsewhere', () => {
    expect(back({ FILES: `${folder}/none` }).code).not.toBe(0)
    expect(dumps()).toEqual([])
    expect(back({ FILES: '' })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^padavu-\S+\.dump is backed up\n$/),
    })
  })

  test('passes over a file that is removed while it is copied, and over no other', () => {
    program('cp', 'for to; do :; done; case $2 in */gone.webp) rm "$2"; exit 1 ;; esac; exec /bin/cp "$@"')
    writeFileSync(stored(`${media}/gone.webp`), 'gone soon')
    expect(back().code).toBe(0)
    expect(readdirSync(at(`files/${media}`))).toEqual(['a.webp'])
    program('cp', 'exit 1')
    writeFileSync(stored(`${media}/b.webp`), 'another')
    expect(back().code).not.toBe(0)
  })

  test('keeps what the site has removed as long as the dumps that name it', () => {
    writeFileSync(stored(`${media}/b.webp`), 'another')
    expect(back().code).toBe(0)
    rmSync(stored(picture))
    // Whoever reads the dump of before finds it, and after a backup that failed nothing has moved.
    program('pg_restore', 'exit 1')
    expect(back().code).not.toBe(0)
    expect(readFileSync(at(`files/${picture}`), 'utf8')).toBe('a picture')
    program('pg_restore', 'exit 0')
    expect(back().code).toBe(0)
    expect(existsSync(at(`files/${picture}`))).toBe(false)
    expect(readFileSync(at(`removed/${picture}`), 'utf8')).toBe('a picture')
    expect(back({ BACKUP_DAYS: '-1' }).code).toBe(0)
    expect(existsSync(at(`removed/${picture}`))).toBe(false)
    expect(readFileSync(at(`files/${media}/b.webp`), 'utf8')).toBe('another')
  })

  test('takes a folder without any file for a store that is not there', () => {
    expect(back().code).toBe(0)
    rmSync(stored(picture))
    expect(back().code).toBe(0)
    expect(existsSync(at(`files/${picture}`))).toBe(true)
  })

  test('copies a file again that has been mended, and keeps the one of before', () => {
    writeFileSync(stored(picture), 'a pict')
    expect(back().code).toBe(0)
    writeFileSync(stored(picture), 'a picture')
    expect(back().code).toBe(0)
    expect(readFileSync(at(`files/${picture}`), 'utf8')).toBe('a picture')
    expect(readFileSync(at(`removed/${picture}`), 'utf8')).toBe('a pict')
    writeFileSync(at(`files/${picture}`), 'not again')
    // A Date is rounded, at the end of a second to the next one, and the backup compares whole seconds.
    const second = Math.floor(statSync(stored(picture)).mtimeMs / 1000)
    utimesSync(at(`files/${picture}`), second, second)
    expect(back().code).toBe(0)
    expect(readFileSync(at(`files/${picture}`), 'utf8')).toBe('not again')
  })
})

describe('a release', () => {
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }

  test('is the same wherever its sources are built, and another after any change of code, packages or settings', () => {
    write('src/http/app.ts', 'export const size = 20')
    write('package-lock.json', '{}')
    const first = sourcesPrint(folder, { PUBLIC_API_BASE: '/api/v1' })
    expect(sourcesPrint(folder, { HOME: '/elsewhere', PUBLIC_API_BASE: '/api/v1' })).toBe(first)
    // Tests are not there in an image, and content is imported, not built.
    write('src/http/app.test.ts', 'test()')
    write('src/content/demo/pack.yaml', 'format: 1')
    expect(sourcesPrint(folder, { PUBLIC_API_BASE: '/api/v1' })).toBe(first)

    const prints = [first, sourcesPrint(folder, {})]
    // A script that only another script of the build imports.
    write('astro.config.mjs', "import { chunks } from './scripts/chunks.mjs'")
    write('scripts/chunks.mjs', "import { isConsole } from './console-code.mjs'")
    prints.push(sourcesPrint(folder, { PUBLIC_API_BASE: '/api/v1' }))
    for (const [name, text] of [
      ['src/http/app.ts', 'export const size = 25'],
      ['package-lock.json', '{ "packages": {} }'],
      ['src/content/more.ts', ''],
      ['scripts/chunks.mjs', "import { isStaff } from './console-code.mjs'"],
      ['scripts/console-code.mjs', 'export {}'],
      ['scripts/project.mjs', "import './builds.mjs'"],
      ['scripts/builds.mjs', 'export {}'],
    ] as const) {
      write(name, text)
      prints.push(sourcesPrint(folder, { PUBLIC_API_BASE: '/api/v1' }))
    }
    expect(new Set(prints).size).toBe(prints.length)
  })
})
