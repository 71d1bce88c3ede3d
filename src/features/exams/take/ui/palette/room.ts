import { useSyncExternalStore } from 'react'

/** From here on the palette stands beside the question. */
const room = () => matchMedia('(width >= 64rem)')

function subscribe(onChange: () => void): () => void {
  const watched = room()
  watched.addEventListener('change', onChange)
  return () => watched.removeEventListener('change', onChange)
}

/** Whether there is room beside the question. Where there is none nothing is drawn there: papers have a hundred questions. */
export function useRoomBeside(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => room().matches,
    () => true,
  )
}
