import { update, type Update } from './update.ts'

/** Runs the update, and tells what became of it. @returns whether all that must be 0 is */
export async function runUpdate(given: Omit<Update, 'progress'>): Promise<boolean> {
  const began = performance.now()
  console.log(`update: seed ${given.seed}`)
  const outcome = await update({ ...given, progress: (line) => console.log(`  ${line}`) })
  for (const [name, count] of Object.entries(outcome)) console.log(`  ${name}: ${count}`)
  console.log(`  seconds: ${Math.round((performance.now() - began) / 1000)}`)
  const { hopeless, failed, wronged, unfilled, ended, refused, stale } = outcome
  const { lost = 0, foreign = 0, doubled = 0, misgraded = 0 } = outcome
  const ofAnswers = lost + foreign + doubled + misgraded + refused + stale
  return hopeless + failed + wronged + unfilled + ended + ofAnswers === 0
}
