import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { judgeAudit } from '../../../scripts/audit.mjs'
import { licenceList, lockedPackages, mayBeUsed, productionPackages } from '../../../scripts/dependencies.mjs'

const packages = lockedPackages()
const names = (found: { name: string }[]) => [...new Set(found.map(({ name }) => name))].sort()

describe('the lock file', () => {
  test('knows each package by its content, and none by a place it comes from', () => {
    expect(packages.length).toBeGreaterThan(500)
    // What comes inside of another package is part of that one's content.
    const own = packages.filter(({ inBundle }) => !inBundle)
    expect(names(own.filter(({ integrity }) => !integrity?.startsWith('sha512-')))).toEqual([])
    expect(names(packages.filter(({ resolved, link }) => resolved !== undefined || link))).toEqual([])
    expect(names(packages.filter(({ version = '' }) => !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)))).toEqual([])
  })

  test('is asked for exact versions alone', () => {
    const asked = Object.values({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(asked.filter((version) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(version))).toEqual([])
  })
})

describe('programs that packages run when they are installed', () => {
  const withScript = packages.filter(({ hasInstallScript }) => hasInstallScript)
  const approved = Object.keys(manifest.allowScripts)

  test('are approved one by one, or of a platform that we do not build on', () => {
    const others = withScript.filter(({ name }) => !approved.includes(name))
    const here = others.filter(({ optional, os = [], cpu = [] }) => {
      return !optional || (os.includes('linux') && cpu.includes('x64')) || os.length === 0
    })
    expect(names(here)).toEqual([])
  })

  test('are approved no longer than there are any', () => {
    expect(approved.filter((name) => !withScript.some((found) => found.name === name))).toEqual([])
  })
})

describe('licences', () => {
  test('of everything that production needs are allowed, and listed', () => {
    expect(names(productionPackages().filter((found) => !mayBeUsed(found)))).toEqual([])
    expect(readFileSync('docs/reference/licences.md', 'utf8')).toBe(licenceList())
  })

  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['MIT AND ISC', true],
    ['GPL-3.0', false],
    ['MIT AND GPL-3.0', false],
    ['LGPL-3.0-or-later', false],
    [undefined, false],
  ])('that say %s: allowed %s', (license, allowed) => {
    expect(mayBeUsed({ name: 'package', ...(license !== undefined && { license }) })).toBe(allowed)
  })
})

describe('what the registry says of advisories', () => {
  const report = (severity: string) =>
    JSON.stringify({ vulnerabilities: { hono: { name: 'hono', severity, range: '<4' } } })

  test('fails the run when one is high or critical', () => {
    expect(judgeAudit(report('critical'))).toEqual({ passed: false, line: 'Advisories: hono <4 (critical)' })
    expect(judgeAudit(`npm warn something\n${report('high')}\n`).passed).toBe(false)
    expect(judgeAudit(report('moderate')).passed).toBe(true)
    expect(judgeAudit('{"vulnerabilities":{}}').passed).toBe(true)
  })

  test.each(['', 'npm error', '{"message":"405 Method Not Allowed","error":{"summary":"","detail":""}}', '{'])(
    'is not known where it does not answer, and that is no failure: %j',
    (output) => {
      expect(judgeAudit(output)).toEqual({ passed: true, line: expect.stringMatching(/^Advisories: not known/) })
    },
  )
})
