import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder, debianLibraries } from '../../../scripts/debian.mjs'
import { hashOf } from '../../../scripts/fingerprint.mjs'
import { Refusal, run, step } from '../../../scripts/project.mjs'
import { makeWhole } from '../../../scripts/whole-folder.mjs'

/** Where LazyFS comes from (a file system of INESC TEC that forgets what was not synced), and which of its commits. */
const SOURCE = 'https://github.com/dsrhaslab/lazyfs'
const COMMIT = 'a47a5baea559020f29902662de77764b0cbd62ce'

/** What it is made of; its own build fetches other packages from the network, which Debian has. */
const CODE = ['lazyfs/src/*.cpp', 'lazyfs/include/lazyfs/fusepp/Fuse.cpp', 'libs/libpcache/src/**/*.cpp']
const HEADERS = ['lazyfs/include', 'libs/libpcache/include']
const LIBRARIES = ['libfuse3.a', 'fuse3/fuse.h', 'fmt/core.h', 'spdlog/spdlog.h', 'toml.hpp']
const PROGRAM = 'lazyfs.program'

/** With everything inside, so that nothing of the packages must be there when it runs. */
const FLAGS = ['-std=c++17', '-O2', '-w', '-pthread', '-D_FILE_OFFSET_BITS=64', '-DFMT_HEADER_ONLY']

/**
 * Builds LazyFS, once, from `LAZYFS_SOURCE` (a folder of git or an address) or from where it is published.
 * @returns its program
 * @throws Refusal with what is missing, where it can neither be built nor run
 */
export async function lazyFs(): Promise<string> {
  if (process.platform !== 'linux' || !existsSync('/dev/fuse'))
    throw new Refusal('There is no FUSE here: Linux with /dev/fuse is needed')
  if (process.getuid?.() !== 0) throw new Refusal('Only root may mount a file system that others use: run it as root')
  const folder = path.join(cacheFolder(), `lazyfs-${hashOf([], [COMMIT, process.arch, ...FLAGS]).slice(0, 12)}`)
  const program = path.join(folder, PROGRAM)
  await makeWhole(folder, (unfinished) => step('Building LazyFS', () => make(unfinished)))
  return program
}

async function make(unfinished: string): Promise<void> {
  for (const tool of ['git', 'g++'])
    if (spawnSync(tool, ['--version']).status !== 0)
      throw new Refusal(`${tool} is not here. On Debian or Ubuntu: sudo apt install ${tool}`)
  const { 'libfuse3.a': fuse, ...headers } = await debianLibraries(LIBRARIES)
  const inside = (name: string) => path.join(unfinished, name)
  const source = process.env.LAZYFS_SOURCE || SOURCE
  await must(`LazyFS cannot be had from ${source}`, 'git', ['clone', '--quiet', '--no-checkout', source, unfinished])
  const checkout = ['-C', unfinished, 'checkout', '--quiet', COMMIT, '--', 'lazyfs', 'libs']
  await must('LazyFS has no such commit', 'git', checkout)
  const code = globSync(CODE, { cwd: unfinished }).map(inside)
  const found = Object.entries(headers).map(([name, file]) => file.slice(0, -name.length - 1))
  // The compiler knows the system's own, which must not come before others.
  const folders = [...HEADERS.map(inside), ...new Set(found)].filter((name) => name !== '/usr/include')
  const including = folders.flatMap((name) => ['-isystem', name])
  await must('LazyFS cannot be built', 'g++', [...FLAGS, ...including, '-o', inside(PROGRAM), ...code, fuse!, '-ldl'])
}

/** @throws Refusal with the problem and what the program printed, when it fails */
async function must(problem: string, command: string, args: string[]): Promise<void> {
  const { code, output } = await run(command, args)
  if (code !== 0) throw new Refusal(`${problem}.\n${output.trim().slice(-500)}`)
}
