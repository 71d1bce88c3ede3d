// @ts-check

/**
 * The staff console's code, which no learner's page fetches a byte of (docs/decisions/0073-staff-screens.md): what stands in
 * a folder named `staff`, and the links that only the console has.
 */
const consoleCode =
  /(?:^|\/)src\/(?:(?:layouts|pages|ui)\/staff\/|features\/(?:[^?]+\/)?staff\/|lib\/both\/staff-paths\.ts)/

/** The name of the copy that the console has of whatever else it uses. */
export const CONSOLE = 'staff'

/** React and what starts islands: one file, the same for learners and for staff. */
export const react = /\/node_modules\/(?:react|react-dom|scheduler)\/|\/@astrojs\/react\/|^\0rolldown\/runtime/

/** @param {string} id of a module or path of a file; that of a script in an Astro file, or of an icon, too */
export const isConsole = (id) => id.includes(`?page=${CONSOLE}`) || consoleCode.test(id)
