import type { WorkItem } from '#contract/provider/work'

/** Where an item is worked on; null: nowhere but in the list. Pages of other rooms are known by their address. */
export function workHref({ kind, id, accountId, merchantId, facts }: WorkItem): string | null {
  switch (kind) {
    case 'application':
      return `/console/review/${accountId}?shop=${id}`
    case 'document':
      return `/console/review/${id}`
    case 'bank_account':
      return `/console/review/bank-account/${id}`
    case 'claim':
      return `/console/review/claim/${id}`
    case 'confirmation':
      return `/console/confirmations?id=${id}`
    case 'payout_returned':
    case 'debit_returned':
      return `/console/money?reference=${encodeURIComponent(facts.reference ?? '')}`
    case 'webhook_off':
      return merchantId && `/console/merchants/${accountId}`
    case 'message_dead':
      return '/console/system'
  }
}
