import { expect, test } from 'vitest'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi } from '../../tests/support/api/api.ts'
import { readConfig } from '#core/config.ts'
import { securityText } from './security-text.ts'

const path = '/.well-known/security.txt'

test('security.txt names the contact that the operator gave, for less than a year', async () => {
  const api = await testApi({ SECURITY_CONTACT: 'mailto:security@example.org', SITE_URL: 'http://localhost:4321' })
  try {
    const answer = await api.request(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8'])
    const text = await answer.text()
    expect(text).toMatch(/^Contact: mailto:security@example\.org\n/)
    expect(text).toContain(`\nCanonical: http://localhost:4321${path}\n`)
    const expires = Date.parse(/^Expires: (.*)$/m.exec(text)![1]!)
    expect((expires - api.clock.now()) / DAY).toBe(180)
  } finally {
    await api.close()
  }
})

test('there is none without a contact', () => {
  expect(securityText({ config: readConfig({}), now: Date.now })).toBeUndefined()
})
