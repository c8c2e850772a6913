import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CustomerMessage } from '#contract/sales/customerMessages'
import type { Operation } from '#contract/sales/operations'
import { messagesRead } from '../operationStatus/operationReads.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { useFirstPainted } from '../../platform/routes/useFirstPainted.ts'

/** Polling interval while a message is queued. */
const pollMs = 3_000

/** The messages sent to an operation's customer, loaded after the first render unless cached, and reloaded when the operation changes; empty until then. */
export function useCustomerMessages({ id, history }: Operation): readonly CustomerMessage[] {
  const { merchantId, may } = useMerchant()
  const client = useQueryClient()
  const painted = useFirstPainted()
  const read = messagesRead(merchantId, id)
  const { data = [] } = useQuery({
    ...read,
    enabled: painted && may('customerMessageList'),
    refetchInterval: ({ state }) => state.data?.some((message) => message.state === 'queued') === true && pollMs,
  })
  const happened = history.length
  const before = useRef(happened)
  useEffect(() => {
    if (before.current === happened) return
    before.current = happened
    void client.invalidateQueries({ queryKey: read.queryKey })
    // oxlint-disable-next-line react/exhaustive-deps -- a change of the operation may have sent a message
  }, [happened])
  return data
}
