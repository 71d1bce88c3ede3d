import { BlockList, isIP } from 'node:net'
import { LRUCache } from 'lru-cache'

/** Says whether an address is one of the proxies in front of the server. */
export type IsProxy = (address: string) => boolean

/** Words for ranges that many setups mean. */
const words: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'],
}

/** Addresses of which something is remembered: a peer has many requests. */
const REMEMBERED = 1000

/** The same function, which works an address out once while it keeps coming. */
function remembered<Told extends string | boolean>(of: (address: string) => Told): (address: string) => Told {
  const known = new LRUCache<string, Told>({ max: REMEMBERED })
  return (address) => {
    let told = known.get(address)
    if (told === undefined) known.set(address, (told = of(address)))
    return told
  }
}

/** Proxies between a learner and the server that are looked at; no setup has more. */
const MOST_HOPS = 16

/** @returns undefined when a part of the list is no address, range or word */
export function proxiesIn(list: string): IsProxy | undefined {
  const proxies = new BlockList()
  const parts = list.split(/[\s,]+/).filter(Boolean)
  for (const part of parts.flatMap((part) => words[part] ?? [part])) {
    const [network = '', prefix, ...more] = part.split('/')
    const version = isIP(network)
    const longest = version === 4 ? 32 : 128
    const bits = prefix === undefined ? longest : Number(prefix)
    // A range of everybody would let everybody say who they are.
    if (version === 0 || more.length > 0 || !/^\d*$/.test(prefix ?? '') || bits < 1 || bits > longest) return undefined
    proxies.addSubnet(network, bits, version === 4 ? 'ipv4' : 'ipv6')
  }
  return remembered((address) => {
    const version = isIP(address)
    return version !== 0 && proxies.check(address, version === 4 ? 'ipv4' : 'ipv6')
  })
}

/**
 * Who asks: the peer, or where that is a proxy of ours, whom it says it asks for, and so on from proxy to proxy. What stands
 * before the last address that a proxy of ours wrote was written by the asker, and is not believed.
 * @param peer address at the other end of the connection
 * @param forwardedFor the header X-Forwarded-For, in which each proxy adds who asked it
 */
export function askerOf(peer: string, forwardedFor: string | undefined, isProxy: IsProxy): string {
  let asker = plainPeer(peer)
  if (!forwardedFor || !isProxy(asker)) return asker
  for (const hop of forwardedFor.split(',').slice(-MOST_HOPS).reverse()) {
    const address = plainAddress(hop)
    // Not an address: a proxy that hides whom it asks for, or a mistake. The last one that is known counts.
    if (address === undefined) return asker
    asker = address
    if (!isProxy(asker)) return asker
  }
  return asker
}

/** The address at the other end of a connection, as the socket tells it. */
const plainPeer = remembered((peer) => plainAddress(peer) ?? '')

/**
 * An address in the one form that limits know it by: without brackets, port and zone, IPv6 in its shortest form, IPv4 as
 * itself also where it comes as IPv6.
 */
function plainAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^"(.*)"$/, '$1')
  const address = (/^\[([^\]]+)\](:\d+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare).split(
    '%',
    1,
  )[0]!
  const version = isIP(address)
  if (version !== 6) return version === 4 ? address : undefined
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short)
  if (!mapped) return short
  const bytes = mapped.slice(1).flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255])
  return bytes.join('.')
}
