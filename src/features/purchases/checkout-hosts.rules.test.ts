import { expect, it } from 'vitest'
import { checkoutGuests } from './checkout-hosts.rules.ts'

const hostsOf = (guests: object) => JSON.stringify(guests).match(/https:\/\/[^"]+/g) ?? []

it('the sandbox lets nobody in but the site itself', () => {
  expect(checkoutGuests.sandbox).toEqual({ frames: ["'self'"] })
})

it('the checkout of the real provider may do what its window needs, for hosts of its own alone', () => {
  const { scripts, frames, calls, pictures, features, windows, foreignScript } = checkoutGuests.razorpay
  const all = ['https://*.razorpay.com']
  expect([scripts, frames, calls, pictures]).toEqual([all, all, all, all])
  expect(features).toEqual({ payment: ['https://api.razorpay.com', 'https://checkout.razorpay.com'] })
  expect([windows, foreignScript]).toEqual([true, true])
  expect(hostsOf(checkoutGuests.razorpay).filter((host) => !host.endsWith('.razorpay.com'))).toEqual([])
})
