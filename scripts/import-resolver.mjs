// Finds what an import in a script inside an .astro file means: the linter sees that script as a file below the .astro
// file, but its imports start from the .astro file itself.
import * as typescript from 'eslint-import-resolver-typescript'

export const interfaceVersion = 2

export function resolve(source, file, options) {
  return typescript.resolve(source, file.replace(/\.astro[\\/][^\\/]+$/, '.astro'), options)
}
