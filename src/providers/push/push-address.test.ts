import { expect, test } from 'vitest'
import { isPublicAddress, lookUpPublic, NOT_PUBLIC } from './push-address.ts'

test.each(['142.250.77.10', '8.8.8.8', '2607:f8b0:4004:c07::5f'])('%s is on the Internet', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  'push.example.org',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('a name that leads into the own network is not found', async () => {
  const error = await new Promise((resolve) => lookUpPublic('localhost', {}, (found) => resolve(found)))
  expect(error).toMatchObject({ code: NOT_PUBLIC })
})
