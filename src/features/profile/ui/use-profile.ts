import { updateProfile } from '#features/auth/auth.store.ts'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { getProfile, type OwnProfile } from '../profile.contract.ts'

const own = loading(async (_: void, signal) => {
  const { data } = await call(getProfile, { signal })
  tellShell(data.user)
  return data.user
})

/** The shell draws name and picture of what is stored. */
function tellShell({ cover: _, ...stored }: OwnProfile): void {
  updateProfile(stored)
  dispatchEvent(new Event('user-change'))
}

/** Shows a profile that the server replied with, on the page and in the shell. */
function show(profile: OwnProfile): void {
  own.change(() => profile)
  tellShell(profile)
}

/** The learner's profile: loaded with the page, and kept up to date in the shell. */
export function useProfile() {
  return { state: useLoaded(own), retry: own.again, show }
}
