import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { t } from '../../../platform/i18n/t.ts'
import type { Outcome } from './ladder.ts'

/** Why there is no code to scan; of a sale that was approved also that its contract has reached the customer, once it has. */
export function closedText({ substatus, deliveries }: Pick<OfflineCheckout, 'substatus' | 'deliveries'>, outcome: Outcome | null): string {
  if (outcome === null) return t(substatus === 'pending_customer' ? 'offlineCheckout.link.readOnly' : 'offlineCheckout.link.confirming')
  const hasContract = deliveries.some(({ purpose, channel, state }) => purpose === 'outcome' && channel === 'email' && state === 'sent')
  return t(outcome === 'approved' && hasContract ? 'offlineCheckout.closed.approvedAndSent' : `offlineCheckout.closed.${outcome}`)
}
