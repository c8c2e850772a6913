import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CustomerMessage } from '#contract/sales/customerMessages'
import type { Operation } from '#contract/sales/operations'
import { messagesRead } from '../operation/operationReads.ts'
import { useShop } from '../../platform/requests/useShop.ts'
import { useFirstPainted } from '../../platform/routes/useFirstPainted.ts'

/** How often a page looks again while a message is on its way. */
const lookMs = 3_000

/** What the customer of an operation was sent, read once the page is drawn unless it was before, and again when the operation changes; none until then. */
export function useCustomerMessages({ id, history }: Operation): readonly CustomerMessage[] {
  const { merchantId, may } = useShop()
  const client = useQueryClient()
  const painted = useFirstPainted()
  const read = messagesRead(merchantId, id)
  const { data = [] } = useQuery({
    ...read,
    enabled: painted && may('customerMessageList'),
    refetchInterval: ({ state }) => state.data?.some((message) => message.state === 'queued') === true && lookMs,
  })
  const happened = history.length
  const before = useRef(happened)
  useEffect(() => {
    if (before.current === happened) return
    before.current = happened
    void client.invalidateQueries({ queryKey: read.queryKey })
    // oxlint-disable-next-line react/exhaustive-deps -- what happened to the operation may have sent a message
  }, [happened])
  return data
}
