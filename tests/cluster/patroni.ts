import { ports, type MachineName } from './names.ts'

/** What Patroni tells of a machine's PostgreSQL. */
export interface Member {
  name: MachineName
  role: 'leader' | 'sync_standby' | 'replica'
}

/**
 * The members of a cluster, as the first machine says that answers and knows a leader.
 * @returns undefined while none does
 */
export async function membersBy(addresses: string[]): Promise<Member[] | undefined> {
  for (const address of addresses) {
    const told = (await ask(address, 'cluster')) as { members: Member[] } | undefined
    if (told?.members.some(({ role }) => role === 'leader')) return told.members
  }
  return undefined
}

/** What the Patroni of one machine says of its own PostgreSQL. */
interface Own {
  state: string
  role: string
  /** The standbys of a primary. */
  replication?: { application_name: string; state: string; sync_state: string }[]
}

/**
 * Whether one of the machines is the primary and the others follow it, one of them in step where that is wanted. Each is
 * asked itself: what the others remember of one that was away is old.
 */
export async function isWhole(addresses: string[], synchronous: boolean): Promise<boolean> {
  const own = (await Promise.all(addresses.map((address) => ask(address, 'patroni')))) as (Own | undefined)[]
  if (!own.every((one) => one?.state === 'running')) return false
  const primaries = own.filter((one) => one!.role === 'master' || one!.role === 'primary')
  const streaming = (primaries[0]?.replication ?? []).filter(({ state }) => state === 'streaming')
  const inStep = streaming.some(({ sync_state }) => sync_state === 'sync')
  return primaries.length === 1 && streaming.length === addresses.length - 1 && inStep === synchronous
}

async function ask(address: string, what: string): Promise<unknown> {
  try {
    return await (
      await fetch(`http://${address}:${ports.patroni}/${what}`, { signal: AbortSignal.timeout(2000) })
    ).json()
  } catch {
    return undefined
  }
}

/** Lets another machine be the primary, in order. */
export async function switchOver(address: string, leader: MachineName, candidate: MachineName): Promise<void> {
  const answer = await fetch(`http://${address}:8008/switchover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leader, candidate }),
  })
  if (!answer.ok) throw new Error(`No switch-over: ${answer.status} ${await answer.text()}`)
}
