/** Whether new requests should come to this process; its own requests are served all the same. */
export interface Readiness {
  readonly leaving: boolean
  /** From now on /readyz says no, so that a load balancer sends learners to other processes. */
  leave: () => void
}

export function readiness(): Readiness {
  let leaving = false
  return {
    get leaving() {
      return leaving
    },
    leave: () => {
      leaving = true
    },
  }
}
