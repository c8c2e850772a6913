import { useQuery } from '@tanstack/react-query'
import { checkoutOfflineList } from '#contract/sales/offlineCheckout'
import type { ApiFailure } from '../../platform/api/apiFailure.ts'
import { query } from '../../platform/api/query.ts'
import { money, time } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useNow } from '../../platform/requests/useNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { useOfflineAddress } from './useOfflineAddress.ts'
import type { Sale } from './useSale.ts'

/** Duplicate guard: an identical sale was just sent; open that one, or send this one anyway. */
export function DuplicateDialog({ sale, error }: { sale: Sale; error: ApiFailure }) {
  const { merchantId } = useMerchant()
  const { hrefOf } = useOfflineAddress()
  const now = useNow(15_000)
  const { sending } = sale
  const otherId = error.unknownEntity ?? ''
  const { data, isPending } = useQuery({ ...query(checkoutOfflineList, { params: { merchantId } }), staleTime: 0 })
  const like = data?.results.find(({ id }) => id === otherId)
  const minutes = like ? Math.floor((now.getTime() - Date.parse(like.created)) / 60_000) : 0
  return (
    <Dialog
      title={like && minutes >= 1 ? t('offlineCheckout.duplicate.title', { count: minutes }) : t('offlineCheckout.duplicate.titleNow')}
      onClose={sale.resume}
      firstFocus="h2"
      footer={
        <>
          <Button
            variant="outlined"
            size="large"
            busy={sending}
            busyLabel={t('shell.sending')}
            onClick={() => sale.send({ allowDuplicate: true })}
          >
            {t('offlineCheckout.duplicate.another')}
          </Button>
          <Button variant="filled" size="large" href={hrefOf({ order: otherId })}>
            {t('offlineCheckout.duplicate.open')}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        {like
          ? t('offlineCheckout.duplicate.detail', {
              amount: money(like.totalAmount),
              time: time(like.created),
              who: like.customerName.trim() || t('offlineCheckout.duplicate.nobody'),
            })
          : isPending
            ? ''
            : error.message}
      </p>
    </Dialog>
  )
}
