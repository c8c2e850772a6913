import type { AnswerOf, BodyInput } from '#contract/platform/endpoint'
import { checkoutOfflineCopy, checkoutOfflineCreate } from '#contract/sales/offlineCheckout'
import { load } from '../../platform/api/load.ts'
import { t } from '../../platform/i18n/t.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { useIdempotentSend } from '../../platform/requests/useIdempotentSend.ts'

type Body = BodyInput<typeof checkoutOfflineCreate>
type OriginalRequest = AnswerOf<typeof checkoutOfflineCopy>
/** A link for another amount, in cents; `bodyOf` derives its request from the first one's. */
type Other = { amount: number; bodyOf: (original: OriginalRequest) => Body }
type NewLink = AnswerOf<typeof checkoutOfflineCreate> & { channels: NonNullable<Body['channels']> }

/**
 * Creates a link like another one and returns its delivery channels: it replaces that one, or is a second link when the amount differs. The duplicate
 * guard is bypassed on purpose. Null: created, but its response was lost. `checking` and `toast`: see {@link useIdempotentSend}.
 */
export function useAnotherLink(toast?: string) {
  const { merchantId } = useMerchant()
  const { checking, send } = useIdempotentSend(toast)
  async function make(orderUuid: string, other?: Other): Promise<NewLink | null> {
    const original = await load(checkoutOfflineCopy, { params: { merchantId, orderUuid } })
    const body: Body = { ...(other ? other.bodyOf(original) : { ...original, replaces: orderUuid }), allowDuplicate: true }
    const done = await send(checkoutOfflineCreate, { params: { merchantId }, body })
    if (done && done.answer === null) showToast(t('offlineCheckout.failed.madeUnseen'), { key: 'sale' })
    return done?.answer ? { ...done.answer, channels: body.channels ?? [] } : null
  }
  return { checking, make }
}
