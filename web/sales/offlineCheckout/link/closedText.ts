import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { t } from '../../../platform/i18n/t.ts'
import type { Outcome } from './progressSteps.ts'

/** Why no QR code is shown; for an approved sale also that the contract was delivered, once it was. */
export function closedText({ substatus, deliveries }: Pick<OfflineCheckout, 'substatus' | 'deliveries'>, outcome: Outcome | null): string {
  if (outcome === null) return t(substatus === 'pending_customer' ? 'offlineCheckout.link.readOnly' : 'offlineCheckout.link.confirming')
  const hasContract = deliveries.some(({ purpose, channel, state }) => purpose === 'outcome' && channel === 'email' && state === 'sent')
  return t(outcome === 'approved' && hasContract ? 'offlineCheckout.closed.approvedAndSent' : `offlineCheckout.closed.${outcome}`)
}
