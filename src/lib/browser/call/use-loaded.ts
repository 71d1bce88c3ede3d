import { useDeferredValue, useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { keyOf, type Loaded, type Loader } from './loading.ts'

/** Of what the island itself knows to be on its way. */
export const LOADING = { is: 'loading' } as const

/**
 * What a loader shows of an input, from the first paint on and as long as the island is there.
 * @param loader does not change
 * @param input null: nothing is asked for yet
 */
export function useLoaded<Input, Shown, Missing extends boolean>(
  loader: Loader<Input, Shown, Missing>,
  ...[input]: undefined extends Input ? [input?: Input | null] : [input: Input | null]
): Loaded<Shown, Missing> {
  // Another island may have loaded it before this one takes over what the server drew.
  const latest = useStore(loader.$state, { ssr: 'initial' })
  // A store's change renders in one task. What takes the place of 'loading' is deferred: React renders it in short tasks.
  const deferred = useDeferredValue(latest)
  const state = deferred.is === 'loading' && latest.is === 'shown' ? deferred : latest
  // An object that says the same is the same input.
  const [asked, setAsked] = useState(input)
  if (keyOf(asked) !== keyOf(input)) setAsked(input)
  useEffect(() => (asked === null ? undefined : loader.open(asked as Input)), [loader, asked])
  return asked !== null && loader.isOf(asked as Input) ? state : LOADING
}
