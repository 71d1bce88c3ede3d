/** A drawing of the installed set by its name there; scripts/lucide.mjs makes the component. */
declare module 'virtual:lucide/*' {
  import type { icon } from '#ui/icon.tsx'
  const Icon: ReturnType<typeof icon>
  export default Icon
}
