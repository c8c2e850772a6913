import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { settlementCollect, settlementCollectUndo, type SettlementRow } from '#contract/money/settlements'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { showToast } from '../../platform/feedback/toasts.ts'

/** Confirms settlements as collected, and undoes it; both resolve to the changed settlements, or to null after showing the error in a toast. */
export function useCollected(merchantId: string) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function send(work: () => Promise<SettlementRow[]>, done: string): Promise<SettlementRow[] | null> {
    if (busy) return null
    setBusy(true)
    try {
      const rows = await work()
      showToast(done, { key: 'collected' })
      return rows
    } catch (error) {
      showToast(failureText(error), { key: 'collected' })
      return null
    } finally {
      setBusy(false)
      for (const name of ['settlementList', 'settlementDetail']) void client.invalidateQueries({ queryKey: [name] })
    }
  }
  return {
    busy,
    confirm: (settlements: { id: string; collectedOn: string }[]) =>
      send(
        async () => (await write(settlementCollect, { params: { merchantId }, body: { settlements } })).results,
        t('settlements.collected.done', { count: settlements.length }),
      ),
    undo: (settlementId: string) =>
      send(async () => [await write(settlementCollectUndo, { params: { merchantId, settlementId } })], t('settlements.collected.undone')),
  }
}
