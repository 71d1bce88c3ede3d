/** Hands the browser a file that was made here, to be kept like any download. */
export function saveFile(text: string, { name, type }: { name: string; type: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
