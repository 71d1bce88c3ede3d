/** How browsers name a module in the error of an import that failed; Safari does not, and fetches again by itself. */
const ADDRESS = /https?:\/\/\S+/

/**
 * Makes a dynamic import one that can be called again after it failed. For the life of a page browsers remember that a module
 * could not be fetched and fail the next import without asking (https://github.com/whatwg/html/issues/6768), so it is
 * then asked for under another address. What the module imports in turn is not: it may be remembered as missing too, or
 * a new release has taken the place of all of it. So where that fails as well the page says that it is to be loaded again
 * (layouts/away/LostScripts.astro).
 * @param load the import, such as `() => import('./Part.tsx')`
 * @param importFrom for tests
 * @param setLost shows or hides that the page is to be loaded again; for pages that say something else, and tests
 * @returns the import; calls at the same time share one, and so does every call after it has succeeded
 */
export function retryable<Module>(
  load: () => Promise<Module>,
  importFrom = (address: string): Promise<Module> => import(/* @vite-ignore */ address) as Promise<Module>,
  setLost = setPageLost,
): () => Promise<Module> {
  let loading: Promise<Module> | undefined
  let address: string | undefined
  let failures = 0
  return () =>
    (loading ??= (address ? importFrom(`${address}?again=${failures}`) : load()).then(
      (module) => {
        if (failures > 1) setLost(false)
        return module
      },
      (error: unknown) => {
        if (address) setLost(true)
        failures += 1
        address ??= ADDRESS.exec(String(error))?.[0]
        loading = undefined
        throw error
      },
    ))
}

/** Without a network the page says that instead. What a script of the page itself lost stays lost (head-script.ts). */
function setPageLost(lost: boolean): void {
  const { dataset } = document.documentElement
  if (!lost && dataset.lost === 'part') delete dataset.lost
  else if (lost && navigator.onLine) dataset.lost ??= 'part'
}
