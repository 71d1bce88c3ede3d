import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '#lib/both/time/clock.ts'
import type { Cluster } from '../../cluster/cluster.ts'
import { until } from '../../support/until.ts'
import type { Machine } from '../../cluster/machine.ts'
import { MACHINES, ports } from '../../cluster/names.ts'
import { switchOver } from '../../cluster/patroni.ts'
import type { Random } from '../../support/random.ts'

/** Something that happens to a cluster; done when what was taken away is back. */
export type Fault = (cluster: Cluster, random: Random) => Promise<void>

/** How long a machine that was lost stays away, and one that stood still goes on as if nothing had been. */
const AWAY = [0, 5 * SECOND] as const

/** Each by the name under which it is told. */
export const faults: Record<string, Fault> = {
  'primary lost': async (cluster, random) => {
    const { name, database } = await cluster.primary()
    database.down()
    database.kill()
    await untilAnotherLeads(cluster, name)
    await pause(random.between(...AWAY))
    database.up()
  },
  'PostgreSQL of the primary killed': async (cluster) => {
    const { name, postmaster } = await cluster.primary()
    process.kill(postmaster()!, 'SIGKILL')
    await untilAnotherLeads(cluster, name)
  },
  // It comes back as one that believes that it still is the primary.
  'primary frozen': async (cluster, random) => {
    const { name, database } = await cluster.primary()
    database.freeze()
    await untilAnotherLeads(cluster, name)
    await pause(random.between(...AWAY))
    database.thaw()
  },
  'standby lost': async (cluster, random) => {
    const { database } = await standby(cluster, random)
    database.down()
    database.kill()
    await pause(random.between(...AWAY))
    database.up()
  },
  "etcd's leader killed": async (cluster) => {
    const leader = await leaderOfEtcd(cluster)
    leader.etcd.kill()
  },
  'PgBouncer killed': async ({ machines }, random) => random.pick(machines).pooler.kill(),
  'HAProxy killed': async ({ machines }, random) => random.pick(machines).balancer.kill(),
  'machine of the primary cut off': async (cluster, random) => cutOff(cluster, await cluster.primary(), random),
  'machine of a standby cut off': async (cluster, random) => cutOff(cluster, await standby(cluster, random), random),
  'switch-over by hand': async (cluster, random) => {
    const { name, address } = await cluster.primary()
    // Only one that is in step may follow.
    const inStep = (await cluster.members())!.filter(({ role }) => role === 'sync_standby').map(({ name }) => name)
    const others = MACHINES.filter((one) => one !== name)
    await switchOver(address, name, random.pick(inStep.length > 0 ? inStep : others))
    await untilAnotherLeads(cluster, name)
  },
  'standby built anew': async (cluster, random) => {
    const { database, postmaster, wipe } = await standby(cluster, random)
    database.down()
    database.kill()
    await until('it has ended', async () => !isAlive(database.pid()) && !isAlive(postmaster()))
    wipe()
    database.up()
  },
}

/** As many as asked for, each kind at least once where there are enough, in an order drawn by lot. */
export function drawFaults(count: number, random: Random): string[] {
  const names = Object.keys(faults)
  const drawn = Array.from({ length: count }, (_, index) => ({
    name: index < names.length ? names[index]! : random.pick(names),
    lot: random.next(),
  }))
  return drawn.sort((a, b) => a.lot - b.lot).map(({ name }) => name)
}

function untilAnotherLeads(cluster: Cluster, name: string): Promise<void> {
  return until('another machine is the primary', async () => {
    const leader = (await cluster.members())?.find(({ role }) => role === 'leader')
    return leader !== undefined && leader.name !== name
  })
}

async function standby(cluster: Cluster, random: Random): Promise<Machine> {
  const { name } = await cluster.primary()
  return random.pick(cluster.machines.filter((machine) => machine.name !== name))
}

async function leaderOfEtcd({ machines }: Cluster): Promise<Machine> {
  for (;;) {
    for (const machine of machines) {
      const asked = fetch(`http://${machine.address}:${ports.etcd}/v3/maintenance/status`, {
        method: 'POST',
        body: '{}',
      })
      const status = await asked.then(
        (answer) => answer.json(),
        () => undefined,
      )
      const { leader, header } = (status ?? {}) as { leader?: string; header?: { member_id: string } }
      if (leader && leader === header?.member_id) return machine
    }
    await pause(100)
  }
}

/** Where machines have no cables all their programs stand still: to the others it is the same. */
async function cutOff(cluster: Cluster, machine: Machine, random: Random): Promise<void> {
  const { name, etcd, database, pooler, balancer, server } = machine
  const leads = (await cluster.primary()).name === name
  const programs = [etcd, database, pooler, balancer, ...(server ? [server] : [])]
  if (cluster.cut) cluster.cut(name)
  else for (const program of programs) program.freeze()
  if (leads) await untilAnotherLeads(cluster, name)
  else await pause(10 * SECOND)
  await pause(random.between(...AWAY))
  if (cluster.heal) cluster.heal(name)
  else for (const program of programs) program.thaw()
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
