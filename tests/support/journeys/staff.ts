import { expect, type Page } from '@playwright/test'
import { everyRole, type StaffRole } from '#lib/both/staff-roles.ts'
import { fromAnAddress, outboxCode, serverUrl } from './browser.ts'

/** The phone of the demo's member of the staff with a role. */
export const staffPhone = (role: StaffRole) => String(9_000_000_201 + everyRole.indexOf(role))

/** The code that the second factor of the demo's member with a role takes next. */
export async function demoCode(role: StaffRole): Promise<string> {
  const { messages } = (await (await fetch(`${serverUrl()}/dev/outbox`)).json()) as {
    messages: { to: string; channel: string; code: string }[]
  }
  const to = `+91${staffPhone(role)}`
  return messages.find((message) => message.to === to && message.channel === 'authenticator')!.code
}

interface LoggedInStaff {
  id: number
  name: string
  phone: string
  roles: StaffRole[]
  csrf: string
}

/**
 * Logs the demo's member of the staff with a role in, without going through the log-in page. The page then stands on no page
 * of the product.
 */
export async function logInAsStaff(page: Page, role: StaffRole): Promise<LoggedInStaff> {
  const address = fromAnAddress()
  const cookies = new Map<string, string>()
  const api = async (path: string, body: object) => {
    const response = await fetch(`${serverUrl()}/api/v1/staff${path}`, {
      method: 'POST',
      headers: {
        ...address,
        'content-type': 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify(body),
    })
    expect(response.status, `${path}: ${await response.clone().text()}`).toBe(200)
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return response.json()
  }
  const phone = staffPhone(role)
  let me!: LoggedInStaff
  // Journeys as the same member may take the same code at the same moment, which is taken once.
  await expect(async () => {
    await api('/login', { mobile: phone, country_code: '91' })
    await api('/login/verify', { otp: await outboxCode(phone) })
    me = (await api('/login/authenticator', { code: await outboxCode(phone, '91', 6) })) as LoggedInStaff
  }).toPass()
  const { hostname } = new URL(serverUrl())
  await page
    .context()
    .addCookies(
      [...cookies].map(([name, value]) => ({ name, value, domain: hostname, path: '/', httpOnly: true, secure: true })),
    )
  const { id, name, roles, csrf } = me
  await page.goto('/healthz')
  await page.evaluate(
    (stored) => {
      localStorage.removeItem('padavu-staff-ends')
      localStorage.setItem('padavu-staff', stored)
    },
    JSON.stringify({ id, name, phone: me.phone, roles, csrf }),
  )
  return me
}
