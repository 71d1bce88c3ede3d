/** The machines of a cluster, in the order of their addresses. */
export const MACHINES = ['a', 'b', 'c'] as const

export type MachineName = (typeof MACHINES)[number]

/** Ports of each machine, as in deploy/cluster. */
export const ports = {
  etcd: 2379,
  postgres: 5432,
  patroni: 8008,
  primary: 5000,
  pooler: 6432,
  server: 4321,
  figures: 8405,
}

/** Standbys that acknowledge answers with the primary, or after it. */
export const standbyKinds = ['synchronous', 'asynchronous'] as const
