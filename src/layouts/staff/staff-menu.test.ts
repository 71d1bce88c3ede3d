import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { activeStaffEntry, rolesOf, staffMenu } from './staff-menu.ts'

const entries = staffMenu.flatMap((group) => group.entries)

describe('the menu of the console', () => {
  it('has a way by two keys to each page, and each once', () => {
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
    expect(new Set(entries.map(({ path }) => path)).size).toBe(entries.length)
  })

  it.each([
    ['/staff', '/staff'],
    ['/staff/learners/7', '/staff/learners'],
    ['/staff/nothing', undefined],
  ])('marks for %s the entry %s', (path, entry) => {
    expect(activeStaffEntry(path)).toBe(entry)
  })

  it('is shown by the style sheet to each role that has an entry', () => {
    const css = readFileSync('src/styles/staff.css', 'utf8')
    const named = [...css.matchAll(/html\[data-staff-roles~='(\w+)'\] \[data-roles~='(\w+)'\]/g)]
    expect(named.every(([, staff, entry]) => staff === entry)).toBe(true)
    expect(named.map(([, role]) => role).sort()).toEqual(rolesOf(entries).sort())
  })
})
