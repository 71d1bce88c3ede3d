/** What a page has to let its own scripts do so that staff can log in, and confirm who they are, with a passkey. */
export const passkeys: Readonly<Record<string, readonly string[]>> = {
  'publickey-credentials-create': [],
  'publickey-credentials-get': [],
}
