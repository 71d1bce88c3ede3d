import { expect, it } from 'vitest'
import { eachNetwork, networksOf } from './address.ts'

it.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1::', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['not an address', 'not an address'],
])('%s counts as %s', (address, network) => {
  expect(networksOf(address).address).toBe(network)
})

it.each([
  ['2001:db8:1:abcd::1', ['2001:db8:1::/48', '2001:db8:1:ab00::/56', '2001:db8:1:abcd::/64']],
  ['2001:db8:1:2::1', ['2001:db8:1::/48', '2001:db8:1:0::/56', '2001:db8:1:2::/64']],
  ['2001:db8:1::1', ['2001:db8:1::/48', '2001:db8:1:0::/56', '2001:db8:1:0::/64']],
  ['10.1.2.3', ['10.1.2.3']],
])('%s lies in %s, the widest first', (address, names) => {
  expect(eachNetwork(networksOf(address)).map(({ name }) => name)).toEqual(names)
})
