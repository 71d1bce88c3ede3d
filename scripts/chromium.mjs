// Finds a Chromium for the browser tests, or unpacks the one that came with the packages.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Refusal, root } from './project.mjs'
import { makeWhole } from './whole-folder.mjs'

/**
 * The path of a Chromium that runs on this machine: CHROMIUM_PATH, else the system's, else Playwright's own, else the
 * one inside the package @sparticuz/chromium.
 * @throws Refusal when none runs
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!runs(given)) throw new Refusal(`CHROMIUM_PATH: ${given} does not run`)
    return given
  }
  const { chromium } = await import('playwright')
  const found = ['/usr/bin/chromium', chromium.executablePath()].find(runs) ?? (await unpacked())
  if (!found) {
    throw new Refusal('No Chromium runs here. Install one (apt install chromium, or npx playwright install chromium)')
  }
  return found
}

function runs(file) {
  return fs.existsSync(file) && spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0
}

/**
 * The package holds a headless Chromium for Linux on x64 that needs nothing but the C library: the shared libraries and
 * fonts that a small machine lacks are in it. A script of ours starts it with those.
 */
async function unpacked() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const packed = path.join(root, 'node_modules', '@sparticuz', 'chromium')
  const { version } = JSON.parse(fs.readFileSync(path.join(packed, 'package.json'), 'utf8'))
  const folder = path.join(root, '.cache', `chromium-${version}`)
  const start = path.join(folder, 'start')
  await makeWhole(folder, (unfinished) => unpack(packed, unfinished, folder))
  return runs(start) ? start : undefined
}

/** @param {string} packed @param {string} unfinished where the files go @param {string} folder where they are run */
async function unpack(packed, unfinished, folder) {
  // The package unpacks into the system's temporary folder.
  const temporary = process.env.TMPDIR
  process.env.TMPDIR = unfinished
  const { inflate } = await import('@sparticuz/chromium')
  const archives = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']
  await Promise.all(archives.map((name) => inflate(path.join(packed, 'bin', name))))
  if (temporary === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = temporary
  fs.writeFileSync(
    path.join(unfinished, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>/usr/share/fonts</dir><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>\n`,
  )
  fs.writeFileSync(
    path.join(unfinished, 'start'),
    `#!/bin/sh
LD_LIBRARY_PATH='${folder}/al2023/lib' FONTCONFIG_FILE='${folder}/fonts.conf' exec '${folder}/chromium' "$@"\n`,
    { mode: 0o755 },
  )
}
