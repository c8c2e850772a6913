import { useState } from 'react'
import type { AnswerOf, BodyInput } from '#contract/endpoint'
import { checkoutOfflineCopy, checkoutOfflineCreate } from '#contract/offlineCheckout'
import { load } from '../api/load.ts'
import { write } from '../api/write.ts'
import { openRequests } from './openRequests.ts'
import { useShop } from './useShop.ts'

type Body = BodyInput<typeof checkoutOfflineCreate>
/** A link for another amount, in cents: what is asked for then, by what the first asked for. */
type Other = { amount: number; bodyOf: (asked: AnswerOf<typeof checkoutOfflineCopy>) => Body }

/**
 * Makes a link like another one and tells by which ways it goes out: in its place, or beside it where the amount is another one. That it is like one
 * of a moment ago is meant. Without an answer the same one is asked for again.
 */
export function useAnotherLink() {
  const { merchantId } = useShop()
  const [once] = useState(() => openRequests<Body>())
  return (orderUuid: string, other?: Other) =>
    once(
      other ? `${orderUuid} ${other.amount}` : orderUuid,
      async () => {
        const asked = await load(checkoutOfflineCopy, { params: { merchantId, orderUuid } })
        return { ...(other ? other.bodyOf(asked) : { ...asked, replaces: orderUuid }), allowDuplicate: true }
      },
      async (body, key) => {
        const made = await write(checkoutOfflineCreate, { params: { merchantId }, body, key })
        return { ...made, channels: body.channels ?? [] }
      },
    )
}
