import type { Services } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'

/** The page at which a customer answers a bank check. Its token, of this one purpose, stands in the fragment and is stored nowhere. */
export function bankLink({ config, tokens }: Pick<Services, 'config' | 'tokens'>, consentId: string): string {
  const host = (config.hosts.checkoutUrl || config.publicUrl).replace(/\/+$/, '')
  return `${host}/bank/${hexOf(consentId)}#${tokens.linkOf('bank', consentId, 1)}`
}

/** The link of a checkout: its token stands in the fragment, which browsers send to nobody, so that it is in no log and no referrer. */
export function checkoutLink({ config, tokens }: Pick<Services, 'config' | 'tokens'>, checkoutId: string, generation: number): string {
  const host = (config.hosts.checkoutUrl || config.publicUrl).replace(/\/+$/, '')
  return `${host}/checkout/${hexOf(checkoutId)}#${tokens.linkOf('checkout', checkoutId, generation)}`
}
