import { $keys, bindKeys } from '#lib/browser/keys.ts'

/** The list of keys, which `?` opens, and a button of the frame. */
export function readyKeyHelp(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#key-help')
  const list = dialog?.querySelector('[data-keys]')
  if (!dialog || !list) return
  bindKeys([{ keys: '?', does: 'This list', run: () => dialog.showModal() }])
  // What can be pressed changes with what the page shows; the ways to other pages come last.
  $keys.subscribe((all) => {
    const sorted = all.toSorted((one, other) => Number(leadsAway(one)) - Number(leadsAway(other)))
    list.replaceChildren(...sorted.map(({ keys, does }) => rowOf(keys, does)))
  })
}

const leadsAway = ({ keys }: { keys: string }) => keys.startsWith('g ')

function rowOf(keys: string, does: string): HTMLElement {
  const row = document.createElement('div')
  row.className = 'flex items-center justify-between gap-4 border-b border-base-300 py-1.5 last:border-b-0'
  const [name, pressed] = [document.createElement('dt'), document.createElement('dd')]
  name.textContent = does
  pressed.className = 'flex gap-1'
  pressed.append(
    ...keys.split(' ').map((key) => {
      const cap = document.createElement('kbd')
      cap.className = 'kbd kbd-sm'
      cap.textContent = key
      return cap
    }),
  )
  row.append(name, pressed)
  return row
}
