import { connectionView } from '#contract/merchants/preferences'
import { load } from '../api/load.ts'
import { settings } from '../api/settings.ts'
import { loadScript, removeScript } from '../api/pageScript.ts'
import { clientState } from '../session/session.ts'

/** The merchant whose sandbox needs the script; null in live mode. */
const merchantInView = (): string | null => {
  const { account, merchantId, mode } = clientState.get()
  return account !== null && mode === 'sandbox' ? merchantId : null
}

/** The script’s address for a merchant; null when it needs a key and the merchant has none. */
async function addressFor(template: string, merchantId: string): Promise<string | null> {
  if (!template.includes('{key}')) return template
  const { publicKey } = await load(connectionView, { params: { merchantId }, mode: 'sandbox', background: true, quiet: true })
  return publicKey && template.replaceAll('{key}', encodeURIComponent(publicKey))
}

/** Keeps the provider’s script loaded on every page while a merchant is in sandbox mode, with that merchant’s public key. Called once. */
export function startProviderScript(): void {
  const template = settings().hosts.providerScriptUrl
  if (template === '') return
  let present: string | null = null
  let loaded: string | null = null
  const follow = () => {
    const merchantId = merchantInView()
    if (merchantId === present) return
    present = merchantId
    if (loaded !== null) removeScript(loaded)
    loaded = null
    if (merchantId === null) return
    addressFor(template, merchantId)
      .then((address) => {
        // Mode or merchant may have changed meanwhile.
        if (address === null || merchantInView() !== merchantId) return undefined
        loaded = address
        return loadScript(address)
      })
      .catch(() => {}) // the screens work without it
  }
  clientState.watch(follow)
  follow()
}
