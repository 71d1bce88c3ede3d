import { lookup as lookUp, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, isIP } from 'node:net'

/** Networks that nobody on the Internet is in: a learner's browser may not make the server reach into its own. */
const inner = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(network, bits, 'ipv4')

/** Of IPv6 only 2000::/3 is the Internet; these parts of it lead to IPv4 addresses or nowhere. */
const outer6 = new BlockList()
outer6.addSubnet('2000::', 3, 'ipv6')
const inner6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inner6.addSubnet(network, bits, 'ipv6')

/** True of an IP address on the public Internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !inner.check(address, 'ipv4')
  return family === 6 && outer6.check(address, 'ipv6') && !inner6.check(address, 'ipv6')
}

/**
 * The address of a push service as the server may call it; undefined when it is none: https, a host with a name on the
 * public Internet, the usual port, no user name. Where the name leads is checked again when it is called.
 */
export function pushAddress(text: string): URL | undefined {
  const url = URL.parse(text)
  if (!url || url.protocol !== 'https:' || url.username || url.password || url.port) return undefined
  const host = url.hostname.replace(/\.$/, '')
  if (!host.includes('.') || host.startsWith('[') || isIP(host)) return undefined
  if (/(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/.test(host)) return undefined
  url.hash = ''
  return url
}

/** The code of the error of a name that leads elsewhere. */
export const NOT_PUBLIC = 'EPRIVATE'

type Answer = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

/** `dns.lookup` that finds public addresses only, so that a name cannot lead into the server's own network. */
export function lookUpPublic(host: string, options: LookupOptions, answer: Answer): void {
  lookUp(host, { ...options, all: true }, (error, addresses) => {
    if (error) return answer(error, [])
    const found = addresses.filter(({ address }) => isPublicAddress(address))
    const [first] = found
    if (!first || found.length < addresses.length) {
      return answer(
        Object.assign(new Error(`${host} leads to an address that is not public`), { code: NOT_PUBLIC }),
        [],
      )
    }
    if (options.all) answer(null, found)
    else answer(null, first.address, first.family)
  })
}
