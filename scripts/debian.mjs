// Programs and libraries of Debian's packages for what runs beside the product when it is tried out: a cluster, copies,
// power cuts. Those that the system has are used; others are unpacked into a folder of ours, so that nothing is installed
// or started on a machine that belongs to somebody, and nobody need be root for it.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { hashOf, root } from './fingerprint.mjs'
import { environment, Refusal, run } from './project.mjs'
import { makeWhole } from './whole-folder.mjs'

const POSTGRES = '/usr/lib/postgresql/15'

const TRIPLE = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'

/** Where Debian puts programs, in the system and in what was unpacked. */
const programFolders = ['/usr/bin', '/usr/sbin', '/bin', '/sbin', `${POSTGRES}/bin`]

/** The same of what programs are built with, or load. */
const libraryFolders = ['/usr/include', `/usr/lib/${TRIPLE}`]

/** What is used here, by its package. @type {Readonly<Record<string, string>>} */
const packageOf = {
  postgres: 'postgresql-15',
  pg_basebackup: 'postgresql-client-15',
  pg_dump: 'postgresql-client-15',
  pg_verifybackup: 'postgresql-client-15',
  patroni: 'patroni',
  etcd: 'etcd-server',
  etcdctl: 'etcd-client',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  ip: 'iproute2',
  nginx: 'nginx-light',
  caddy: 'caddy',
  fusermount3: 'fuse3',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  'fuse3/fuse.h': 'libfuse3-dev',
  'libfuse3.a': 'libfuse3-dev',
  'fmt/core.h': 'libfmt-dev',
  'spdlog/spdlog.h': 'libspdlog-dev',
  'toml.hpp': 'libtoml11-dev',
  'libeatmydata.so': 'libeatmydata1',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  'webkit2gtk-4.1/MiniBrowser': 'libwebkit2gtk-4.1-0',
  Xvfb: 'xvfb',
}

/** @typedef {{ programs: Record<string, string>, environment: Record<string, string>, prefix: string[] }} Programs */

/**
 * Finds programs, and unpacks those that the system lacks.
 * @param {string[]} names
 * @returns {Promise<{ programs: Record<string, string>, environment: Record<string, string> }>} where each is, and what
 *   must be in the environment of those who run them
 * @throws Refusal with what to install, where they cannot be had
 */
export async function debianPrograms(names) {
  const { found, unpacked } = await locate(names, programFolders)
  return { programs: found, environment: unpacked ? environmentOf(unpacked) : {} }
}

/**
 * Finds programs that look for their own files at fixed paths, as browsers do. Packages that the system lacks are unpacked
 * and laid over /usr and /etc, in a mount namespace that only the started program sees.
 * @param {string[]} names
 * @returns {Promise<Programs>} for `programCommand`
 * @throws Refusal with what to install, where the programs or the namespace cannot be had
 */
export async function overlaidPrograms(names) {
  const { found, unpacked } = await locate(names, [...programFolders, `/usr/lib/${TRIPLE}`])
  if (!unpacked) return { programs: found, environment: {}, prefix: [] }
  const overlay = (name) => `mount -t overlay overlay -o lowerdir="$0/${name}:/${name}" /${name}`
  const mounts = ['usr', 'etc'].filter((name) => fs.existsSync(path.join(unpacked, name))).map(overlay)
  const namespace = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount']
  const prefix = ['unshare', ...namespace, 'sh', '-ec', `${mounts.join('; ')}; exec "$@"`, unpacked]
  const { code, output } = await run(prefix[0], [...prefix.slice(1), 'true'])
  if (code !== 0) throw cannot(names, `overlay mounts are not allowed here (${output.trim()})`)
  const inSystem = (file) => (file.startsWith(unpacked) ? file.slice(unpacked.length) : file)
  return {
    programs: Object.fromEntries(Object.entries(found).map(([name, file]) => [name, inSystem(file)])),
    environment: {},
    prefix,
  }
}

/**
 * Command line that starts a program of `overlaidPrograms`; the process that it starts becomes the program.
 * @param {Programs} found
 * @param {string} name
 * @param {string[]} args
 * @returns {string[]}
 */
export function programCommand({ programs, prefix }, name, args) {
  return [...prefix, programs[name], ...args]
}

/**
 * Finds headers and libraries, and unpacks those that the system lacks.
 * @param {string[]} names
 * @returns {Promise<Record<string, string>>} where each is
 * @throws Refusal with what to install, where they cannot be had
 */
export async function debianLibraries(names) {
  return (await locate(names, libraryFolders)).found
}

/** @param {string[]} names @param {string[]} folders where they may be */
async function locate(names, folders) {
  const find = (name, below) =>
    folders.map((folder) => path.join(below || '/', folder, name)).find((file) => fs.existsSync(file))
  const lacking = names.filter((name) => !find(name, ''))
  const unpacked = lacking.length === 0 ? '' : await unpack(lacking.map((name) => packageOf[name]))
  const found = Object.fromEntries(names.map((name) => [name, find(name, '') ?? find(name, unpacked)]))
  const missing = names.filter((name) => !found[name])
  if (missing.length > 0) throw cannot(missing, 'the packages do not have them')
  return { found, unpacked }
}

function environmentOf(folder) {
  const inside = (...names) => names.map((name) => path.join(folder, name)).join(':')
  return {
    PATH: `${inside(...programFolders)}:${environment.PATH}`,
    LD_LIBRARY_PATH: inside(`usr/lib/${TRIPLE}`, `lib/${TRIPLE}`),
    PYTHONPATH: inside('usr/lib/python3/dist-packages'),
  }
}

function cannot(names, why) {
  const packages = [...new Set(names.map((name) => packageOf[name]))].join(' ')
  return new Refusal(`${names.join(', ')}: not here, and ${why}. On Debian or Ubuntu: sudo apt install ${packages}`)
}

/** Unpacks packages with what they need beyond what the system has. @returns the folder in which they stand */
async function unpack(wanted) {
  const packages = [...new Set(wanted)]
  const names = packages.join(', ')
  if (!fs.existsSync('/usr/bin/apt-get')) throw new Refusal(`This needs programs of Debian's packages: ${names}`)
  const folder = path.join(cacheFolder(), `debian-${hashOf([], [...packages, process.arch]).slice(0, 12)}`)
  await makeWhole(folder, async (unfinished) => {
    await download(packages, unfinished)
    for (const file of fs.readdirSync(unfinished).filter((name) => name.endsWith('.deb'))) {
      const { code, output } = await run('dpkg-deb', ['--extract', file, unfinished], { cwd: unfinished })
      if (code !== 0) throw new Refusal(`${file} cannot be unpacked.\n${output}`)
      fs.rmSync(path.join(unfinished, file))
    }
  })
  return folder
}

/**
 * A folder for what is fetched or built once and kept. Readable by the users whom databases run as: a project may lie in
 * one that is closed to them.
 */
export function cacheFolder() {
  return process.getuid?.() === 0 ? '/var/cache/padavu' : path.join(root, '.cache')
}

async function download(packages, folder) {
  const attempt = async () => {
    const plan = ['--simulate', '--no-install-recommends', 'install', ...packages]
    const { code, output } = await run('apt-get', plan, { env: { LC_ALL: 'C' } })
    const lacking = output.split('\n').flatMap((line) => /^Inst (\S+)/.exec(line)?.[1] ?? [])
    if (code !== 0) return output
    const fetched = await run('apt-get', ['download', ...lacking], { cwd: folder, env: { LC_ALL: 'C' } })
    return fetched.code === 0 ? '' : fetched.output
  }
  let problem = await attempt()
  // Lists of packages that are old, or that a new machine does not have yet, are root's to bring up to date.
  if (problem && process.getuid?.() === 0 && spawnSync('apt-get', ['update', '-qq']).status === 0)
    problem = await attempt()
  if (problem) {
    throw new Refusal(`Packages cannot be had: sudo apt install ${packages.join(' ')}\n${problem.trim().slice(-500)}`)
  }
}
