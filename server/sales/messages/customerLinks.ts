import { createHash } from 'node:crypto'
import type { Services } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'

/** Where the customer's pages are served. */
const checkoutHost = ({ hosts, publicUrl }: Services['config']): string => hosts.checkoutUrl || publicUrl

/** The address of a bank check's page. Its token, valid for this purpose only, is in the fragment and stored nowhere. */
export function bankLink({ config, tokens }: Pick<Services, 'config' | 'tokens'>, consentId: string): string {
  return `${checkoutHost(config)}/bank/${hexOf(consentId)}#${tokens.linkOf('bank', consentId, 1)}`
}

/**
 * Where a customer's browser returns to their checkout; its tab still has the link's token. `state`: what it must bring back from a partner, so that nobody
 * else's answer is taken for theirs.
 */
export function checkoutReturnUrl({ config }: Pick<Services, 'config'>, checkoutId: string, state?: string): string {
  return `${checkoutHost(config)}/checkout/${hexOf(checkoutId)}?returned${state === undefined ? '' : `=${state}`}`
}

/** Where a customer's browser returns from their bank to the page of a bank check before a sale. */
export function bankReturnUrl({ config }: Pick<Services, 'config'>, consentId: string, state: string): string {
  return `${checkoutHost(config)}/bank/${hexOf(consentId)}?returned=${state}`
}

/** A checkout's link: its token is in the fragment, which browsers do not send, so that it is in no log and no referrer. */
export function checkoutLink({ config, tokens }: Pick<Services, 'config' | 'tokens'>, checkoutId: string, generation: number): string {
  return `${checkoutHost(config)}/checkout/${hexOf(checkoutId)}#${tokens.linkOf('checkout', checkoutId, generation)}`
}

/** The hash of a short address's code. */
export const shortHash = (code: string): Buffer => createHash('sha256').update(`short.${code}`).digest()

/** A short address that leads to a checkout's link: for QR codes that old cameras read. `stored`: the hash of its code. */
export function shortCheckoutLink(
  { config, tokens }: Pick<Services, 'config' | 'tokens'>,
  checkoutId: string,
  { generation, stored }: { generation: number; stored: Buffer },
): string {
  return `${checkoutHost(config)}/p/${tokens.shortOf(checkoutId, generation, (code) => shortHash(code).equals(stored))}`
}

/** The address where a customer says to which account what they are owed is transferred. Works until an account was given, or a newer one was sent. */
export function creditLink({ config, tokens }: Pick<Services, 'config' | 'tokens'>, creditId: string, generation: number): string {
  return `${checkoutHost(config)}/credit/${hexOf(creditId)}#${tokens.linkOf('credit', creditId, generation)}`
}
