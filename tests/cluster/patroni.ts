import type { MachineName } from './names.ts'

/** What Patroni tells of a machine's PostgreSQL. */
export interface Member {
  name: MachineName
  role: 'leader' | 'sync_standby' | 'replica'
  /** 'running' and 'streaming' are well; others say what it is about. */
  state: string
  /** Bytes that it is behind; a word while that is not known. */
  lag?: number | string
}

/** Behind by less than this it is with the primary. */
const WITH = 1024 * 1024

/**
 * The members of a cluster, as the first machine says that answers.
 * @returns undefined while none does
 */
export async function membersBy(addresses: string[]): Promise<Member[] | undefined> {
  for (const address of addresses) {
    try {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) })
      const { members } = (await answer.json()) as { members: Member[] }
      if (members.some(({ role }) => role === 'leader')) return members
    } catch {
      // The next one may know.
    }
  }
  return undefined
}

/** Whether all `count` are there and follow one primary, one of them in step with it where that is wanted. */
export function isWhole(members: Member[] | undefined, count: number, synchronous: boolean): boolean {
  if (members?.length !== count) return false
  const well = members.every(
    ({ role, state, lag }) =>
      ['running', 'streaming'].includes(state) && (role === 'leader' || (typeof lag === 'number' && lag < WITH)),
  )
  return well && (!synchronous || members.some(({ role }) => role === 'sync_standby'))
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
