import { settings } from './settings.ts'

type Policy = { createScriptURL(address: string): string }
type Factory = { createPolicy(name: string, rules: Policy): Policy }

let policy: Policy | undefined

/** Allows only our own scripts and the one that the configuration names. */
function allowed(address: string): string {
  const { origin } = new URL(address, location.href)
  const { hosts, analytics } = settings()
  const ours = [location.href, hosts.providerScriptUrl, hosts.vendorApiUrl, analytics.scriptUrl ?? '']
    .filter((one) => URL.canParse(one))
    .map((one) => new URL(one).origin)
  if (!ours.includes(origin)) throw new TypeError(`script origin not allowed: ${origin}`)
  return address
}

/** A TrustedScriptURL, in browsers that enforce Trusted Types. Throws for a URL that is not allowed. */
export function scriptAddress(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  policy ??= trustedTypes?.createPolicy('script-address', { createScriptURL: allowed }) ?? { createScriptURL: allowed }
  return policy.createScriptURL(address)
}
