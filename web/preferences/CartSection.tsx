import { useQuery } from '@tanstack/react-query'
import type { Cart } from '#contract/preferences'
import { dateTime, money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { FailureCard } from '../operation/FailureCard.tsx'
import { useShop } from '../operation/useShop.ts'
import { DefinitionList } from '../ui/DefinitionList.tsx'
import { FormSection } from '../ui/FormSection.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useDelayed } from '../ui/useDelayed.ts'
import { BringCart } from './BringCart.tsx'
import { CartForm } from './CartForm.tsx'
import { cartRead } from './preferenceReads.ts'

/** The carts that may be paid in instalments, and what the provider allows. */
export function CartSection() {
  const { merchantId, may } = useShop()
  const { data, error, isError, refetch, isFetching } = useQuery(cartRead(merchantId))
  const slow = useDelayed(!data && !isError)
  return (
    <FormSection title={t('preferences.cart.title')}>
      {data ? (
        <>
          <p className="max-w-[68ch] text-md text-ink-2">{t('preferences.cart.about')}</p>
          {may('configurationUpdate') ? <CartForm key={`${data.minAmount}/${data.maxAmount}`} cart={data} /> : <CartReading cart={data} />}
          {may('configurationUpdate') && data.products.length > 0 && <BringCart cart={data} />}
          {data.changedAt !== null && (
            <p className="text-sm text-ink-3">
              {t('preferences.changed', { who: data.changedBy ?? t('preferences.somebody'), when: dateTime(data.changedAt) })}
            </p>
          )}
        </>
      ) : (
        <>
          {isError && (
            <FailureCard title={t('preferences.failed.cart')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
          )}
          {slow && (
            <div aria-busy="true" aria-label={t('preferences.loading')} className="grid gap-4">
              <Skeleton width={320} />
              <Skeleton width={260} className="h-9" />
            </div>
          )}
        </>
      )}
    </FormSection>
  )
}

function CartReading({ cart: { minAmount, maxAmount } }: { cart: Cart }) {
  const said = (amount: number | null) => (amount === null ? t('preferences.cart.asProducts') : money(amount))
  return (
    <div className="max-w-96">
      <DefinitionList
        items={[
          { term: t('preferences.cart.min'), value: said(minAmount) },
          { term: t('preferences.cart.max'), value: said(maxAmount) },
        ]}
      />
    </div>
  )
}
