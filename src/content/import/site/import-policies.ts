import { policyKinds, writePolicy } from '#core/site/policies.ts'
import type { Pack } from '../../pack.ts'
import type { Tx } from '../sync.ts'

/** Stores the policies of a pack and removes those that it does not have. @returns true when a text has changed */
export async function importPolicies(tx: Tx, { policies }: Pack, address: (text: string) => string): Promise<boolean> {
  let changed = false
  for (const kind of policyKinds) {
    const html = policies.find(({ key }) => key === kind)?.body
    if (await writePolicy(tx, kind, html === undefined ? undefined : address(html))) changed = true
  }
  return changed
}
