import { useEffect } from 'react'
import type { Operation } from '#contract/sales/operations'
import { showBar } from '../../platform/feedback/toasts.ts'
import { releasesAt } from './releasesAt.ts'
import { RefundUndoBar } from './RefundUndoBar.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { deviceMs } from '../../platform/api/serverClock.ts'

/** Shows an undo bar for each held refund of the operation; derived from the operation, so it survives a reload. */
export function useUndoBars(operation: Operation | undefined): void {
  const { merchantId, may, mode } = useMerchant()
  const held = operation?.refunds.filter((refund) => refund.state === 'held' && releasesAt(refund, mode, deviceMs()) > deviceMs()) ?? []
  const ids = held.map(({ id }) => id).join()
  useEffect(() => {
    if (!operation || !may('operationRefundUndo')) return
    for (const refund of held) {
      const key = `undo:${refund.id}`
      showBar(key, <RefundUndoBar barKey={key} merchantId={merchantId} mode={mode} operationId={operation.id} refund={refund} />)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- one bar per refund, not one per poll
  }, [ids, merchantId, mode])
}
