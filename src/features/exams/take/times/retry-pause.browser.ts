/** The pause between two tries of what the exam screen does until the server answers. */

const RETRY_PAUSE = 3000

let end: (() => void) | undefined

/** Until it is time to try again. @param asked milliseconds that the server asked to be left alone for */
export async function retryPause(asked = 0): Promise<void> {
  await new Promise<void>((resolve) => {
    end = resolve
    setTimeout(resolve, Math.max(RETRY_PAUSE, asked))
  })
  end = undefined
}

/** What waits to be tried again is tried now: the network is back, the page is looked at, or the candidate decided. */
export function retryNow(): void {
  end?.()
}
