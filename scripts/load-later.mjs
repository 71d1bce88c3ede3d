// @ts-check

/** What Vite wraps each `import()` of the browser's code with. */
const HELPER = '\0vite/preload-helper.js'

/** Runs in browsers. */
const helper = `
export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    const href = '/' + file
    if (!document.querySelector('link[href="' + href + '"]'))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  return load()
}
`

/**
 * Lets a part that is loaded later come together with what it imports, as Vite does, in a third of a kilobyte less: Vite's
 * own helper also knows style sheets, nonces and browsers without `modulepreload`. Every page has it.
 * @returns {import('vite').Plugin}
 */
export function loadLater() {
  return {
    name: 'load-later',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => (id === HELPER ? { code: helper, moduleSideEffects: false } : undefined),
    writeBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && /__vite__mapDeps=.*\.css"/.test(file.code))
          this.error(`${file.fileName} loads a part that has a style sheet of its own, which nobody would wait for`)
    },
  }
}
