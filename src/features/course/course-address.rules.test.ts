import { expect, it } from 'vitest'
import { placeAddress, readPlace } from './course-address.rules.ts'

it('finds the chapter and the tab that an address was made from', () => {
  const place = { chapter: 12, tab: 'attachments' as const }
  expect(placeAddress('/my-courses/3', place)).toBe('/my-courses/3?chapter=12&tab=attachments')
  expect(readPlace('?chapter=12&tab=attachments')).toEqual(place)
})

it('keeps the address short where nothing is chosen', () => {
  expect(placeAddress('/my-courses/3', { chapter: undefined, tab: undefined })).toBe('/my-courses/3')
})

it('takes what makes no sense in an address as not given', () => {
  expect(readPlace('?chapter=abc&tab=other')).toEqual({ chapter: undefined, tab: undefined })
})
