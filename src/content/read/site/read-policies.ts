import { policyKinds } from '#core/site/policies.ts'
import type { PackPolicy } from '../../pack.ts'
import type { PackFile } from '../../schemas/schemas.ts'
import type { PackReader } from '../pack-reader.ts'
import { readBody, reportStrayBodies } from './read-body.ts'

/** Reads policies/KEY.md of each policy that pack.yaml names. */
export async function readPolicies(reader: PackReader, days: PackFile['policies'] = {}): Promise<PackPolicy[]> {
  const read: PackPolicy[] = []
  for (const key of policyKinds) {
    const changed = days[key]
    if (changed === undefined) continue
    read.push({ key, changed, ...(await readBody(reader, `policies/${key}`, { mathml: true })) })
  }
  reportStrayBodies(reader, 'policies', read, 'policies in pack.yaml')
  return read
}
