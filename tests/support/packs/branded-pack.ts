import { edited, smallPack, type PackFiles } from './pack.ts'

/** A square drawing as a pack's logo is one: a green moon on nothing. */
export const MOON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="#0b6e4f"/></svg>\n'

/** The small pack as that of another site than the demo's. `brand` is a block of YAML, two blanks before each line. */
export function brandedPack(
  brand = '  short_name: Thinkal\n  logo: media/brand/logo.svg\n  color: "#0b6e4f"\n',
  name = 'Thinkal Academy',
): PackFiles {
  const files = { ...smallPack(), 'media/brand/logo.svg': MOON }
  return edited(files, 'pack.yaml', 'name: Small pack\n', `name: ${name}\nbrand:\n${brand}`)
}
