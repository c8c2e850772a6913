import type { AnswerOf, BodyInput } from '#contract/platform/endpoint'
import { checkoutOfflineCopy, checkoutOfflineCreate } from '#contract/sales/offlineCheckout'
import { load } from '../../platform/api/load.ts'
import { t } from '../../platform/i18n/t.ts'
import { showToast } from '../../platform/shared/toasts.ts'
import { useShop } from '../../platform/requests/useShop.ts'
import { useSurely } from '../../platform/requests/useSurely.ts'

type Body = BodyInput<typeof checkoutOfflineCreate>
type Asked = AnswerOf<typeof checkoutOfflineCopy>
/** A link for another amount, in cents: what is asked for then, by what the first asked for. */
type Other = { amount: number; bodyOf: (asked: Asked) => Body }
type Made = AnswerOf<typeof checkoutOfflineCreate> & { channels: NonNullable<Body['channels']> }

/**
 * Makes a link like another one and tells by which ways it goes out: in its place, or beside it where the amount is another one. That it is like one
 * of a moment ago is meant. Null: it cannot be shown here. `checking` and `toast`: as {@link useSurely} says.
 */
export function useAnotherLink(toast?: string) {
  const { merchantId } = useShop()
  const { checking, surely } = useSurely(toast)
  async function make(orderUuid: string, other?: Other): Promise<Made | null> {
    const asked = await load(checkoutOfflineCopy, { params: { merchantId, orderUuid } })
    const body: Body = { ...(other ? other.bodyOf(asked) : { ...asked, replaces: orderUuid }), allowDuplicate: true }
    const done = await surely(checkoutOfflineCreate, { params: { merchantId }, body })
    if (done && done.answer === null) showToast(t('offlineCheckout.failed.madeUnseen'), { key: 'sale' })
    return done?.answer ? { ...done.answer, channels: body.channels ?? [] } : null
  }
  return { checking, make }
}
