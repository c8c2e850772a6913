import type { WorkItem } from '#contract/provider/work'
import { findRoute, mayOpen } from './consoleRoute.ts'
import { useFrame } from './useStaff.ts'

type WorkPlace = Pick<WorkItem, 'kind' | 'id' | 'accountId'> & Partial<Pick<WorkItem, 'merchantId'>>

/** Where an item is worked on, if there is such a page and the person may open it; else null: it is only listed. */
export function useWorkHref(): (item: WorkPlace) => string | null {
  const { routes, staff } = useFrame()
  return (item) => {
    const href = workHref(item)
    const match = findRoute(routes, href.split('?')[0] ?? href)
    return match && mayOpen(match.route, staff.roles) ? href : null
  }
}

/** The address of the page of an item. Pages of other rooms are known by their address. */
export function workHref({ kind, id, accountId, merchantId }: WorkPlace): string {
  switch (kind) {
    case 'application':
      return `/console/review/${accountId}?shop=${id}`
    case 'document':
      return `/console/review/${id}`
    case 'bank_account':
      return `/console/review/bank-account/${id}`
    case 'claim':
      return `/console/review/claim/${id}`
    case 'decision':
      return `/console/decisions/${id}`
    case 'confirmation':
      return `/console/confirmations?id=${id}`
    case 'payout_returned':
    case 'payout_unanswered':
      return `/console/money/shops/${merchantId}/settlements/${id}`
    case 'debit_returned':
      return `/console/money/shops/${merchantId}/debt`
    case 'proof_broken':
      return '/console/money/proofs'
    case 'webhook_off':
      return `/console/merchants/${accountId}`
    case 'credit_unpaid':
      return '/console/money/credits?list=tasks'
    case 'dispute':
      return `/console/money/disputes/${id}`
    case 'bank_lines':
      return `/console/money/bank-files/${id}`
    case 'card_difference':
      return `/console/money/card-balance?id=${id}`
    case 'message_dead':
    case 'certificate_ends':
      return '/console/system'
  }
}
