type Rules = Partial<Record<'createHTML' | 'createScriptURL', (text: string) => string>>

/** A policy by which text becomes something that browsers with Trusted Types take; in others it gives the text itself. */
export function trustedPolicy<R extends Rules>(name: TrustedName, rules: R): R {
  const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy: (name: string, rules: R) => R } }
  return trustedTypes?.createPolicy(name, rules) ?? rules
}

/** Names of the policies; where a page has Trusted Types, browsers refuse every other one. */
export type TrustedName = 'padavu-inert' | 'padavu-html' | 'padavu-script'

/** Scripts that are fetched by an address which a script put together: three workers, and the payment providers' checkouts. */
const known =
  /^((\/(exam|push))?\/worker\.js|\/sandbox\/checkout\.js|https:\/\/checkout\.razorpay\.com\/v1\/checkout\.js)$/

const scripts = trustedPolicy('padavu-script', {
  createScriptURL: (address) => {
    if (known.test(address)) return address
    throw new TypeError(address)
  },
})

/**
 * An address of a script, for browsers that take no other (docs/decisions/0025-what-a-browser-may-do.md).
 * @throws TypeError for one that is not on the list
 */
export function trustedScript(address: string): string {
  return scripts.createScriptURL(address)
}
