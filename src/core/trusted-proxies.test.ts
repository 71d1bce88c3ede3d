import { expect, test } from 'vitest'
import { askerOf, proxiesIn } from './trusted-proxies.ts'

const among = (list: string) => proxiesIn(list)!

test.each([
  ['', '127.0.0.1', false],
  ['loopback', '127.0.0.1', true],
  ['loopback', '127.9.9.9', true],
  ['loopback', '::1', true],
  ['loopback', '::ffff:127.0.0.1', true],
  ['loopback', '10.0.0.1', false],
  ['private', '10.255.0.1', true],
  ['private', '172.31.0.1', true],
  ['private', '172.32.0.1', false],
  ['private', 'fd00::1', true],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['192.0.2.0/29, 2001:db8::/32', '192.0.2.7', true],
  ['192.0.2.0/29, 2001:db8::/32', '192.0.2.8', false],
  ['192.0.2.0/29,2001:db8::/32', '2001:db8:ffff::1', true],
  ['192.0.2.0/29 2001:db8::/32', '2001:db9::1', false],
  ['private', '', false],
  ['private', 'localhost', false],
])("'%s' has %s: %s", (list, address, expected) => {
  expect(among(list)(address)).toBe(expected)
})

test.each([
  '1',
  'localhost',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/-1',
  '10.0.0',
  '*',
  '2001:db8::/129',
])("'%s' is no list of proxies", (list) => expect(proxiesIn(list)).toBeUndefined())

const list = 'loopback, 10.0.0.0/8, 2001:db8::/32'
test.each([
  ['a peer that is no proxy is believed nothing', '192.0.2.1', '198.51.100.1', '192.0.2.1'],
  ['a proxy is believed', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['one that says nothing asks for itself', '127.0.0.1', undefined, '127.0.0.1'],
  ['an empty header says nothing', '127.0.0.1', ' , ', '127.0.0.1'],
  ['what the asker wrote before is not believed', '127.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
  ['nor when it names proxies of ours', '127.0.0.1', '10.0.0.1, 127.0.0.1, 198.51.100.1', '198.51.100.1'],
  ['a chain of proxies is followed', '127.0.0.1', '203.0.113.9, 198.51.100.1, 10.1.1.1, 10.2.2.2', '198.51.100.1'],
  ['a chain of nothing but proxies ends at the first', '127.0.0.1', '10.3.3.3, 10.1.1.1', '10.3.3.3'],
  ['a peer by IPv6', '2001:db8::7', '2a00::1', '2a00::1'],
  ['a peer by IPv4 in IPv6', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['an asker by IPv4 in IPv6 is known by IPv4', '127.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
  ['also in hexadecimal', '127.0.0.1', '::FFFF:c633:6401', '198.51.100.1'],
  ['IPv6 has one form', '127.0.0.1', '2A00:0000:0000:0000:0000:0000:0000:0001', '2a00::1'],
  ['ports and brackets are left out', '127.0.0.1', '"[2a00::1]:4711"', '2a00::1'],
  ['ports of IPv4, too', '127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['a zone is left out', '2001:db8::7%eth0', '198.51.100.1', '198.51.100.1'],
  ['what is no address ends the chain', '127.0.0.1', '198.51.100.1, unknown, 10.1.1.1', '10.1.1.1'],
  ['a script is no address', '127.0.0.1', "<script>alert(1)</script>, ' or 1=1 --", '127.0.0.1'],
  ['nor is half of one', '127.0.0.1', '198.51.100', '127.0.0.1'],
  ['nor a number', '127.0.0.1', '3325256705', '127.0.0.1'],
  ['nor an octal one', '127.0.0.1', '0306.063.0144.01', '127.0.0.1'],
  ['a peer without an address', '', '198.51.100.1', ''],
])('%s', (_, peer, forwarded, expected) => {
  expect(askerOf(peer, forwarded, among(list))).toBe(expected)
})

test('of a chain without end only the nearest proxies are looked at', () => {
  const chain = ['198.51.100.1', ...Array.from({ length: 5000 }, (_, at) => `10.0.${at >> 8}.${at & 255}`)]
  expect(askerOf('127.0.0.1', chain.join(','), among(list))).toBe('10.0.19.120')
})

test('without proxies nobody is believed', () => {
  expect(askerOf('127.0.0.1', '198.51.100.1', among(''))).toBe('127.0.0.1')
})
