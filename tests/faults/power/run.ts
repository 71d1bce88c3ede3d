import { build, Refusal } from '../../../scripts/project.mjs'
import { provoke, type Storm } from '../storm.ts'
import { lazyFs } from './lazyfs.ts'
import { Seen } from './machine.ts'

/** What test harnesses take for 'did not run': neither a pass nor a failure. */
const DID_NOT_RUN = 77

/**
 * Cuts the power of a machine again and again while candidates sit an exam and others upload pictures. Sets the exit code:
 * 77 when this cannot run here; of `careless` runs, in which nobody waits for the disk, 1 when nothing was lost.
 * @param tell provokes a storm and prints what was lost
 */
export async function cutPower(
  storms: Storm[],
  { careless, tell }: { careless: boolean; tell: (storm: Storm) => Promise<void> },
): Promise<void> {
  let program: string
  try {
    program = await lazyFs()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.log(`This did not run: no power was cut.\n${error.message}`)
    process.exitCode = DID_NOT_RUN
    return
  }
  await build()
  for (const storm of storms) {
    console.log(`${storm.engine}: seed ${storm.seed}${careless ? ', and nobody waits for the disk' : ''}`)
    await (careless ? loseSomething : tell)({ ...storm, power: { program, careless } })
  }
  // Candidates of a careless machine still ask for it.
  if (careless) process.exit()
}

/** One cut is enough: where nobody waits for the disk, answers and files must be missing after it. */
async function loseSomething(storm: Storm): Promise<void> {
  const seen: unknown = await provoke(storm).catch((error: unknown) => error)
  if (!(seen instanceof Seen)) throw seen
  console.log(`  answers lost: ${seen.answers}\n  files lost: ${seen.files}`)
  if (seen.answers === 0 || seen.files === 0) process.exitCode = 1
}
