import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cartView, configurationUpdate, type Cart } from '#contract/merchants/preferences'
import { query } from '../../platform/api/query.ts'
import { write } from '../../platform/api/write.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useContentKey } from '../../platform/requests/useContentKey.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { BringDialog } from './BringDialog.tsx'
import { differingLimits, otherMode, takenLimits, type LimitName } from './otherMode.ts'
import { cartRead } from './preferenceReads.ts'

const names = { minAmount: 'preferences.cart.min', maxAmount: 'preferences.cart.max' } as const

/** Copies cart limits from the other mode. */
export function BringCart({ cart }: { cart: Cart }) {
  const { mode } = useMerchant()
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button size="small" onClick={() => setOpen(true)}>
        {t(`preferences.bring.act.${otherMode(mode)}`)}
      </Button>
      {open && <CartDialog cart={cart} onClose={() => setOpen(false)} />}
    </div>
  )
}

function CartDialog({ cart, onClose }: { cart: Cart; onClose: () => void }) {
  const { merchantId, mode } = useMerchant()
  const client = useQueryClient()
  const { keyOf } = useContentKey()
  const { data: there, error } = useQuery({
    ...query(cartView, { params: { merchantId }, mode: otherMode(mode) }),
    gcTime: 0,
    staleTime: 0,
  })
  const amountText = (amount: number | null) => (amount === null ? t('preferences.cart.asProducts') : money(amount))
  const differing =
    there === undefined
      ? null
      : differingLimits(cart, there).map((name) => ({
          name,
          label: t(names[name]),
          from: amountText(cart[name]),
          to: amountText(there[name]),
        }))

  async function take(chosen: LimitName[]) {
    if (!there) return
    const body = { cart: takenLimits(cart, there, chosen), revision: cart.revision }
    const { queryKey } = cartRead(merchantId)
    try {
      client.setQueryData(queryKey, await write(configurationUpdate, { params: { merchantId }, body, key: keyOf(body) }))
    } catch (error) {
      // Others may have changed them meanwhile: the current differences are shown.
      void client.invalidateQueries({ queryKey })
      throw error
    }
    void client.invalidateQueries({ queryKey: ['merchantConfiguration'] })
    showToast(t('preferences.cart.saved'), { key: 'cart' })
  }
  return <BringDialog differing={differing} error={error} note={t('preferences.bring.note.cart')} onTake={take} onClose={onClose} />
}
