import { expect, test } from 'vitest'
import { withCharset } from './charset.ts'

test.each(['text/html', 'text/css', 'text/vtt', 'image/svg+xml', 'application/xml', 'application/rss+xml'])(
  '%s says that it is UTF-8',
  (type) => expect(withCharset(type)).toBe(`${type}; charset=utf-8`),
)

test.each([
  'application/json',
  'application/manifest+json',
  'image/png',
  'application/pdf',
  'text/plain; charset=UTF-8',
])('%s stays as it is', (type) => expect(withCharset(type)).toBe(type))
