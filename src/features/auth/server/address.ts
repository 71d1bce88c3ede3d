import { isIPv6 } from 'node:net'

/** How wide a network is: one IPv4 address, or the leading bits of IPv6. */
export type Width = 'ipv4' | '64' | '56' | '48'

/** The networks that an address lies in, as limits count them. */
export interface Networks {
  /** An IPv4 address, or the /64 that a household or a phone is given of IPv6 (it can use any of its 2^64 addresses). */
  address: string
  /** Around the /64; null for IPv4. */
  net56: string | null
  net48: string | null
}

export function networksOf(address: string): Networks {
  const [bare = ''] = address.split('%', 1)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  if (mapped?.[1]) return { address: mapped[1], net56: null, net48: null }
  if (!isIPv6(bare)) return { address: bare.slice(0, 64), net56: null, net48: null }
  const [head = '', tail] = bare.toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  const [one, two, three, four = '0'] = [...front, ...zeros, ...back].map((group) => group.replace(/^0+(?=.)/, ''))
  const eightBits = (Number.parseInt(four, 16) & 0xff00).toString(16)
  return {
    address: `${one}:${two}:${three}:${four}::/64`,
    net56: `${one}:${two}:${three}:${eightBits}::/56`,
    net48: `${one}:${two}:${three}::/48`,
  }
}

/** Widest first: the order in which they are locked. */
export function eachNetwork({ address, net56, net48 }: Networks) {
  const ofIpv6 = [
    { column: 'net48', name: net48, width: '48' },
    { column: 'net56', name: net56, width: '56' },
    { column: 'address', name: address, width: '64' },
  ] as const
  const all = net48 === null ? ([{ column: 'address', name: address, width: 'ipv4' }] as const) : ofIpv6
  return all.map(({ column, name, width }): { column: keyof Networks; name: string; width: Width } => ({
    column,
    name: name ?? '',
    width,
  }))
}
