import { QueryObserver } from '@tanstack/react-query'
import { queryClient } from '../api/queryClient.ts'
import { clientState } from '../session/session.ts'
import { openTaskCount } from './openTaskCount.ts'
import { openTasksQuery } from './openTasksQuery.ts'

/** The merchant whose tasks are counted: the current one, unless it is pending in live mode or the member may not open its inbox; else null. */
function currentMerchant(): { merchantId: string; mode: string } | null {
  const { account, merchants, merchantId, mode } = clientState.get()
  const shop = merchants.find(({ id }) => id === merchantId)
  const isOpen = shop?.status !== 'pending' || mode === 'sandbox'
  return account && shop && isOpen && account.permissions.includes('inboxList') ? { merchantId: shop.id, mode } : null
}

/** Keeps the bell’s badge equal to the inbox, for the current merchant and mode. Called once. */
export function watchOpenTasks(): void {
  let shown = ''
  let stop = () => {}
  const updateCount = () => {
    const at = currentMerchant()
    const key = at === null ? '' : `${at.merchantId}/${at.mode}`
    if (key === shown) return
    shown = key
    stop()
    openTaskCount.set(0)
    if (at === null) return void (stop = () => {})
    const observer = new QueryObserver(queryClient, openTasksQuery(at.merchantId))
    stop = observer.subscribe(({ data }) => {
      if (data) openTaskCount.set(data.items.filter(({ snoozedUntil }) => snoozedUntil === null).length)
    })
  }
  updateCount()
  clientState.watch(updateCount)
}
