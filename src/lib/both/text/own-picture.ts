/** The address of a picture of ours, a file right below /media; pages load no others. */
export function isOwnPicture(address: string): boolean {
  return /^\/media\/[\w-]+(\.[\w-]+)*$/.test(address)
}
