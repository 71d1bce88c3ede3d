import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { expect, it } from 'vitest'
import { countries, search } from './countries.ts'

const { preferred, others } = countries()

it('every country of the telephone metadata is listed with its calling code', () => {
  const listed = [...preferred, ...others].map(({ iso, dial }) => `${iso}${dial}`).sort()
  expect(listed).toEqual(
    getCountries()
      .map((iso) => `${iso}${getCountryCallingCode(iso)}`)
      .sort(),
  )
})

it('India, the Emirates, Oman, Kuwait and the United States come first', () => {
  expect(preferred.map(({ iso }) => iso)).toEqual(['IN', 'AE', 'OM', 'KW', 'US'])
})

it('the others stand in the order of their names', () => {
  const names = others.map(({ name }) => name)
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')))
})

it.each([
  ['emirates', 'United Arab Emirates'],
  ['+974', 'Qatar'],
  ['974', 'Qatar'],
  ['qa', 'Qatar'],
  ['turkiye', 'Türkiye'],
  [' SAUDI ', 'Saudi Arabia'],
])('a search for "%s" finds %s', (typed, name) => {
  expect(search([...preferred, ...others], typed).map((country) => country.name)).toContain(name)
})

it('a search for what is no country finds nothing', () => {
  expect(search(others, 'zzzz')).toEqual([])
})
