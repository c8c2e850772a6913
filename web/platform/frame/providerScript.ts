import { connectionView } from '#contract/merchants/preferences'
import { load } from '../api/load.ts'
import { settings } from '../api/settings.ts'
import { loadScript, removeScript } from '../shared/pageScript.ts'
import { clientState } from '../session/session.ts'

/** Of which shop's test mode the script is wanted; null in live, where it never is. */
const wanted = (): string | null => {
  const { account, merchantId, mode } = clientState.get()
  return account !== null && mode === 'sandbox' ? merchantId : null
}

/** The script's address for a shop; null where it needs a key and the shop has none. */
async function addressFor(template: string, merchantId: string): Promise<string | null> {
  if (!template.includes('{key}')) return template
  const { publicKey } = await load(connectionView, { params: { merchantId }, mode: 'sandbox', background: true, quiet: true })
  return publicKey && template.replaceAll('{key}', encodeURIComponent(publicKey))
}

/** Keeps the provider's script in the page, on every screen, while a shop is in test mode, with that shop's public key. Called once. */
export function startProviderScript(): void {
  const template = settings().hosts.providerScriptUrl
  if (template === '') return
  let present: string | null = null
  let loaded: string | null = null
  const follow = () => {
    const merchantId = wanted()
    if (merchantId === present) return
    present = merchantId
    if (loaded !== null) removeScript(loaded)
    loaded = null
    if (merchantId === null) return
    addressFor(template, merchantId)
      .then((address) => {
        // Meanwhile somebody may have gone back to live, or to another shop.
        if (address === null || wanted() !== merchantId) return undefined
        loaded = address
        return loadScript(address)
      })
      .catch(() => {}) // the screens do without it
  }
  clientState.watch(follow)
  follow()
}
