import type { Services } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'

/** The page at which a customer answers a bank check. Its token, of this one purpose, stands in the fragment and is stored nowhere. */
export function bankLink({ config, tokens }: Pick<Services, 'config' | 'tokens'>, consentId: string): string {
  const host = (config.hosts.checkoutUrl || config.publicUrl).replace(/\/+$/, '')
  return `${host}/bank/${hexOf(consentId)}#${tokens.linkOf('bank', consentId, 1)}`
}
