// @ts-check

/** How many of the pages' entries use a module before it is one that nearly every page needs. */
const SHARED_BY = 12

const react = /\/node_modules\/(?:react|react-dom|scheduler)\//

/** The project's own, and what its stores stand on; the project may itself lie in a folder that is called src. */
const mayBeShared = /^(?!.*\/node_modules\/).*\/src\/|\/node_modules\/(?:@nanostores|nanostores)\//

/**
 * Cuts the browser's code into fewer files: what at least SHARED_BY entries use stands in one, React in another. By
 * itself the bundler makes a file of each set of entries that share a module, 61 of them for the dashboard, most below a
 * kilobyte: each costs a request, and small files compress badly. Pages without islands get no file that needs React.
 * Measured: docs/decisions/0055-fewer-files.md.
 * @returns {import('vite').Plugin}
 */
export function chunks() {
  return {
    name: 'chunks',
    apply: 'build',
    config: () => ({
      environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: groups() } } } } } },
    }),
  }
}

/** @returns {import('vite').Rolldown.CodeSplittingGroup[]} */
function groups() {
  /** Of each module, whether it comes with React. @type {Map<string, boolean>} */
  const known = new Map()

  /** @param {string} id @param {import('vite').Rolldown.ChunkingContext} context @returns {boolean} */
  const needsReact = (id, context) => {
    if (react.test(id)) return true
    if (!known.has(id)) {
      // Ends circles of imports.
      known.set(id, false)
      known.set(
        id,
        (context.getModuleInfo(id)?.importedIds ?? []).some((each) => needsReact(each, context)),
      )
    }
    return known.get(id) ?? false
  }

  return [
    { name: 'react', test: react, priority: 2 },
    {
      name: (id, context) => (needsReact(id, context) ? 'islands' : 'base'),
      test: mayBeShared,
      minShareCount: SHARED_BY,
    },
  ]
}
