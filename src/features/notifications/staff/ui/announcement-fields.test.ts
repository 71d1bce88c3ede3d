import { afterEach, expect, test } from 'vitest'
import { $staff } from '#lib/browser/staff/staff-session.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import { announcementFields } from './announcement-fields.ts'

afterEach(() => $staff.set(undefined))

const choices = { courses: [], news: [], articles: [], webinars: [] }

function offered(roles: StaffRole[], kept?: 'list') {
  $staff.set({ id: 1, name: 'Arun', roles } as never)
  const field = announcementFields(choices, { format: 'markdown', kept }).find(({ name }) => name === 'audience')!
  return 'options' in field ? field.options.map(({ value }) => value) : []
}

test('roles that see phones choose learners by phone, and others keep a list that is there', () => {
  expect(offered(['support'])).toEqual(['all', 'course', 'list', 'learner'])
  expect(offered(['author'])).toEqual(['all', 'course'])
  expect(offered(['author'], 'list')).toEqual(['all', 'course', 'list'])
})
