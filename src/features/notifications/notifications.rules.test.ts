import { describe, expect, test } from 'vitest'
import { isLink, isSitePath } from '#lib/both/text/link-address.ts'
import { actionOf, type ClickAction } from './notifications.rules.ts'

const none = { currentAffairs: null, blog: null, webinar: null }
const pages = {
  currentAffairs: 'https://news.example.org/ca/{id}',
  blog: 'https://blog.example.org/?p={id}&from={id}',
  webinar: '/hall/{id}',
}

describe('the button of a notification', () => {
  // Document 1, section 2, 'Notifications'.
  test.each<[ClickAction, string, string, boolean]>([
    ['course_details', 'Goto Course', '/courses/12', false],
    ['ca_details', 'Read Current Affairs', 'https://news.example.org/ca/12', true],
    ['live_details', 'Join Live', '/live-classes', false],
    ['blog_details', 'Read Blog', 'https://blog.example.org/?p=12&from=12', true],
    ['webinar_registration', 'Register Now', '/hall/12', true],
    ['exam_details', 'Attend Exam', '/mock-test', false],
  ])('%s: %s leads to %s', (click_action, label, href, newTab) => {
    expect(actionOf({ click_action, target_id: '12' }, pages)).toEqual({ label, href, newTab })
    expect(actionOf({ click_action, target_id: null }, pages)).toBeNull()
  })

  test.each([
    ['https://example.org/a?b=1', true],
    ['http://example.org', true],
    ['/my-courses/3?tab=discussions#x', false],
  ])('general: Know More leads to the target itself, %s', (target_id, newTab) => {
    expect(actionOf({ click_action: 'general', target_id }, none)).toEqual({
      label: 'Know More',
      href: target_id,
      newTab,
    })
    expect(actionOf({ click_action: 'general', target_id: null }, none)).toBeNull()
  })

  test.each<[ClickAction, string, string]>([
    ['ca_details', '/news/12', '/news'],
    ['blog_details', '/blog/12', '/blog'],
    ['webinar_registration', '/webinars/12', '/webinars'],
  ])('%s leads to our own page of the target where the content names none', (click_action, href, all) => {
    expect(actionOf({ click_action, target_id: '12' }, none)).toMatchObject({ href, newTab: true })
    for (const target_id of ['x', '0', '-1', '1/../2', '12 ', '99999999999'])
      expect(actionOf({ click_action, target_id }, none)?.href, 'a target that names no page').toBe(all)
  })

  test('puts a target into an address as one part of it', () => {
    expect(actionOf({ click_action: 'ca_details', target_id: '../a b?c#d' }, pages)?.href).toBe(
      'https://news.example.org/ca/..%2Fa%20b%3Fc%23d',
    )
  })

  test('is missing where a course has no such id', () => {
    for (const target_id of ['psc', '0', '-1', '1.5', '99999999999', '1/../2'])
      expect(actionOf({ click_action: 'course_details', target_id }, none)).toBeNull()
  })
})

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'mailto:a@example.org',
  '//example.org',
  '/\\example.org',
  '/\t/example.org',
  '\\\\example.org',
  'https:example.org\\@evil',
  'https://user@example.org/',
  'https://:secret@example.org/',
  'xhttps://example.org/',
  'https://example.org/ and more',
  'https://',
  'courses',
  '',
  '#x',
])('%j is no link', (text) => {
  expect(isLink(text)).toBe(false)
  expect(isSitePath(text)).toBe(false)
  expect(actionOf({ click_action: 'general', target_id: text }, none)).toBeNull()
})
