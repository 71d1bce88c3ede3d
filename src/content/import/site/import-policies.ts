import { policyKinds, readPolicy, writePolicy } from '#core/site/policies.ts'
import type { Pack } from '../../pack.ts'
import type { ImportRun } from '../staging/import-run.ts'

/** Compares the policies of a pack, to store those that changed and remove those that left. @returns true when any did */
export async function importPolicies(
  run: ImportRun,
  { policies }: Pack,
  address: (text: string) => string,
): Promise<boolean> {
  let changed = false
  for (const kind of policyKinds) {
    const body = policies.find(({ key }) => key === kind)?.body
    const html = body === undefined ? undefined : address(body)
    if ((await readPolicy(run.db, kind)) === html) continue
    run.last((tx) => writePolicy(tx, kind, html))
    changed = true
  }
  return changed
}
