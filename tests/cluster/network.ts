import { spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { MACHINES, ports, type MachineName } from './names.ts'
import { LEARNERS } from './rendered.ts'

/** Where the machines of a cluster see each other. All addresses are of 127.0.0.0/8. */
export interface Network {
  addressOf: (machine: MachineName) => string
  /** What stands before a program that runs on the machine. */
  on: (machine: MachineName) => string[]
  /** Takes the machine's cable out; undefined where machines share everything. */
  cut?: (machine: MachineName) => void
  heal?: (machine: MachineName) => void
  close: () => void
}

/** Ports by which a free address is told: a cluster has all of them, an update's three servers only some. */
const PORTS = [...Object.values(ports), LEARNERS]

/** Each machine is an address of the loopback: for everybody, and without a cable. */
export async function loopback(): Promise<Network> {
  for (let third = 1; third < 255; third += 1) {
    const addresses = addressesIn(third)
    const free = await Promise.all([...addresses.values()].flatMap((host) => PORTS.map((port) => isFree(host, port))))
    if (!free.every(Boolean)) continue
    return { addressOf: (machine) => addresses.get(machine)!, on: () => [], close: () => {} }
  }
  throw new Error('No addresses 127.77.x.1 to 127.77.x.3 are free')
}

function addressesIn(third: number): Map<MachineName, string> {
  return new Map(MACHINES.map((machine, place) => [machine, `127.77.${third}.${place + 1}`]))
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}

/** What makes a namespace take 127.77.0.0/24 for a network like any other, and keep 127.0.0.1 for itself. */
const opened = [
  'ip link set lo up',
  'ip route del local 127.0.0.0/8 dev lo table local',
  'ip route replace local 127.0.0.1 dev lo table local src 127.0.0.1',
  'echo 1 > /proc/sys/net/ipv4/conf/all/route_localnet',
  'echo 1 > /proc/sys/net/ipv4/conf/default/route_localnet',
]

/** The name by which a process knows that it has the network to itself. */
const ALONE = 'PADAVU_OWN_NETWORK'

/**
 * Runs this program once more in a network namespace of its own, where that is allowed.
 * @param prepare fetches all that the program downloads: the namespace has no way out
 * @param spawn starts a program and waits for its end
 * @returns its exit code; undefined where this process is that one already, or where it is not allowed
 */
export async function alone(
  prepare: () => Promise<unknown>,
  spawn: (program: string, args: string[], options?: SpawnSyncOptions) => { status: number | null } = spawnSync,
): Promise<number | undefined> {
  if (process.env[ALONE] || process.getuid?.() !== 0) return undefined
  if (spawn('unshare', ['--net', 'true']).status !== 0) return undefined
  await prepare()
  const { status } = spawn('unshare', ['--net', process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, [ALONE]: 'yes' },
    stdio: 'inherit',
  })
  return status ?? 1
}

/** Whether this process may make a network as it likes. */
export const isAlone = (): boolean => process.env[ALONE] !== undefined

/**
 * Each machine is a network namespace with a cable to a switch; this process stands at the switch, too.
 * @param ip the program of iproute2
 */
export function namespaces(ip: string): Network {
  const addresses = addressesIn(0)
  const name = (machine: MachineName) => `padavu-${process.pid}-${machine}`
  const cable = (machine: MachineName) => `cable-${machine}`
  const shell = (script: string, within: string[] = []) => {
    const [program, ...args] = [...within, 'sh', '-ec', script.replaceAll('ip ', `${ip} `)]
    const { status, stderr } = spawnSync(program!, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The network cannot be made: ${stderr}`)
  }
  shell(
    [
      ...opened,
      'ip link add switch type bridge',
      'ip addr add 127.77.0.254/24 dev switch',
      'ip link set switch up',
    ].join('\n'),
  )
  for (const [machine, address] of addresses) {
    const of = name(machine)
    shell(
      [
        `ip netns add ${of}`,
        `ip link add ${cable(machine)} type veth peer name cable netns ${of}`,
        `ip link set ${cable(machine)} master switch up`,
      ].join('\n'),
    )
    shell([...opened, `ip addr add ${address}/24 dev cable`, 'ip link set cable up'].join('\n'), [
      ip,
      'netns',
      'exec',
      of,
    ])
  }
  // Addresses of neighbours that were asked for while a cable was out are asked for again at once.
  writeFileSync('/proc/sys/net/ipv4/neigh/switch/retrans_time_ms', '200')
  return {
    addressOf: (machine) => addresses.get(machine)!,
    on: (machine) => [ip, 'netns', 'exec', name(machine)],
    cut: (machine) => shell(`ip link set ${cable(machine)} down`),
    heal: (machine) => shell(`ip link set ${cable(machine)} up`),
    close: () => {
      for (const machine of MACHINES) spawnSync(ip, ['netns', 'del', name(machine)])
    },
  }
}
