import { settings } from '../api/settings.ts'

type Policy = { createScriptURL(address: string): string }
type Factory = { createPolicy(name: string, rules: Policy): Policy }

let loading: Promise<void> | undefined
let policy: Policy | undefined

/** Only our own script, or the one that the configuration names. */
function allowed(address: string): string {
  const { origin } = new URL(address, location.href)
  const { providerScriptUrl, vendorApiUrl } = settings().hosts
  const ours = [location.href, providerScriptUrl, vendorApiUrl].filter((one) => URL.canParse(one)).map((one) => new URL(one).origin)
  if (!ours.includes(origin)) throw new TypeError(`no script of ours: ${origin}`)
  return address
}

/** Loads the script that shops put into their pages into this one, once (specification §1). Rejects when it cannot be had. */
export function loadWidgetScript(address: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const { trustedTypes } = globalThis as { trustedTypes?: Factory }
    policy ??= trustedTypes?.createPolicy('trastienda', { createScriptURL: allowed }) ?? { createScriptURL: allowed }
    const script = document.createElement('script')
    script.src = policy.createScriptURL(address)
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      loading = undefined
      reject(new Error('the script of the widget could not be loaded'))
    })
    document.head.append(script)
  })
  return loading
}
