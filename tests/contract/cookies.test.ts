import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { logOutStaff } from '#features/staff/account/account.contract.ts'
import {
  confirmPhone,
  enterBySetUpAuthenticator,
  sendConfirmation,
  setUpAuthenticator,
} from '#features/staff/log-in/log-in.contract.ts'
import { staffMessages } from '#features/staff/staff.rules.ts'
import { root } from '../../scripts/fingerprint.mjs'
import { testApi, type TestApi } from '../support/api/api.ts'
import { logInCalls, newPhone } from '../support/scenes/log-in-calls.ts'
import { appCode, staffBrowser } from '../support/scenes/staff-browser.ts'

let api: TestApi | undefined
afterEach(async () => {
  await api?.close()
  api = undefined
})

/** All cookies that the server sends: those of a learner's log-in, and of a staff log-in up to its log-out. */
async function cookiesAt(SITE_URL: string): Promise<string[]> {
  const site = await testApi({ SITE_URL })
  api = site
  const { send, verify } = logInCalls(() => site)
  const { body, code } = await send(newPhone())
  const learner = await verify(body.user_id, code)
  const member = await site.staff('support')
  const { ask, verify: prove, call } = staffBrowser(site)
  const asked = await ask(member.phone)
  await prove(site.codes.at(-1)!.code)
  await call(sendConfirmation)
  await call(confirmPhone, { body: { otp: site.codes.at(-1)!.code } })
  const { secret } = (await call(setUpAuthenticator)).body
  const entered = await call(enterBySetUpAuthenticator, { body: { code: appCode(secret, site.clock.now()) } })
  expect(entered.status).toBe(200)
  const left = await call(logOutStaff)
  return [learner, asked, entered, left].flatMap(({ headers }) => headers.getSetCookie())
}

const withoutValues = (cookies: string[]) => cookies.map((cookie) => cookie.replace(/=[^;]*/, ''))

test('cookies are Secure and for this host alone where the site has https', async () => {
  expect(withoutValues(await cookiesAt('https://localhost'))).toEqual([
    '__Host-padavu-device; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax',
    '__Host-staff-entry; Path=/; HttpOnly; Secure; SameSite=Strict',
    '__Host-staff; Path=/; HttpOnly; Secure; SameSite=Strict',
    '__Host-padavu-device; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax',
    '__Host-staff; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
  ])
})

test.each(['http://localhost:4321', 'http://127.0.0.1', 'http://[::1]:8080/'])(
  'they are neither at %s, where WebKit would refuse them',
  async (address) => {
    expect(withoutValues(await cookiesAt(address))).toEqual([
      'padavu-device; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax',
      'staff-entry; Path=/; HttpOnly; SameSite=Strict',
      'staff; Path=/; HttpOnly; SameSite=Strict',
      'padavu-device; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax',
      'staff; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    ])
  },
)

test('staff whose browser lost or refused the cookie of a log-in are told so, also with the right code', async () => {
  const site = await testApi()
  api = site
  const member = await site.staff('support')
  const { ask, verify, call, cookies } = staffBrowser(site)
  await ask(member.phone)
  const kept = new Map(cookies)
  cookies.clear()
  const refused = await verify(site.codes.at(-1)!.code)
  expect([refused.status, refused.body.errors]).toEqual([422, { otp: staffMessages.noCookie }])
  for (const [name, value] of kept) cookies.set(name, value)
  expect((await verify(site.codes.at(-1)!.code)).status).toBe(200)
  cookies.clear()
  const late = await call(setUpAuthenticator)
  expect([late.status, late.body.message]).toEqual([401, staffMessages.noCookie])
})

test('one place of the server writes cookies, and one of the browser', () => {
  const files = globSync('src/**/*.{ts,tsx,astro}', { cwd: root }).filter((file) => !file.includes('.test.'))
  const writing = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(path.join(root, file), 'utf8')))
  expect(writing(/generateCookie|setCookie\(|tellHeader\([^)]*'set-cookie'/i)).toEqual([
    'src/core/calls/site-cookie.ts',
  ])
  expect(writing(/document\.cookie\s*=[^=]|cookieStore/)).toEqual(['src/lib/browser/choice-cookie.ts'])
})
