import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { returnScript } from './return-link.ts'

test.each(['pointerdown', 'click'])('completes the log-in link of a page with its query and hash on %s', (type) => {
  const listeners = new Map<string, (event: object) => void>()
  const location = { pathname: '/news/3', search: '?ref=a&to=b c', hash: '#top' }
  runInNewContext(returnScript, {
    location,
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  })
  const link = { href: '/login?from=%2Fnews%2F3' }
  const press = (target: object) => listeners.get(type)!({ target })
  press({ closest: (selector: string) => (selector === 'a[data-returns]' ? link : null) })
  expect(new URL(link.href, 'http://site.invalid').searchParams.get('from')).toBe('/news/3?ref=a&to=b c#top')
  press({})
  press({ closest: () => null })
})
