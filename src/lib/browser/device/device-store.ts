/** Milliseconds after which a database that says nothing is taken for broken: some browsers' never opens. */
const PATIENCE = 2000

/** Browsers may refuse a database or run out of room; the exam goes on without it. @returns false then */
export async function kept(use: () => Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE)
  })
  try {
    return await Promise.race([use().then(() => true), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
