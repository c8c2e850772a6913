import { joinTexts } from '#domain/platform/direction'
import { useQuery } from '@tanstack/react-query'
import type { Cart } from '#contract/merchants/preferences'
import { dateTime, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { BringCart } from './BringCart.tsx'
import { CartForm } from './CartForm.tsx'
import { cartRead } from './preferenceReads.ts'

/** The carts that may be paid in instalments, and what the provider allows. */
export function CartSection() {
  const { merchantId, may } = useMerchant()
  const read = useQuery(cartRead(merchantId))
  const { data } = read
  return (
    <FormSection
      title={t('preferences.cart.title')}
      fold={data ? presentText(data) : ''}
      isOpen={read.isLoadingError}
      aside={data && may('configurationUpdate') && data.products.length > 0 && <BringCart cart={data} />}
    >
      {data ? (
        <>
          <p className="max-w-[68ch] text-md text-ink-2">{t('preferences.cart.about')}</p>
          {may('configurationUpdate') ? <CartForm cart={data} /> : <CartReading cart={data} />}
          {data.changedAt !== null && (
            <p className="text-sm text-ink-3">
              {t('preferences.changed', { who: data.changedBy ?? t('preferences.somebody'), when: dateTime(data.changedAt) })}
            </p>
          )}
        </>
      ) : (
        <ReadState read={read} failed={t('preferences.failed.cart')} loading={t('preferences.loading')}>
          <Skeleton width={320} />
          <div className="grid max-w-[560px] gap-5 md:grid-cols-2">
            <Skeleton width="100%" className="h-11" />
            <Skeleton width="100%" className="h-11" />
          </div>
          <Skeleton width={260} />
        </ReadState>
      )}
    </FormSection>
  )
}

/** The limits of one's own, or that there are none. */
function presentText({ minAmount, maxAmount }: Cart): string {
  const own = [minAmount, maxAmount].flatMap((amount) => (amount === null ? [] : [money(amount)]))
  return own.length === 0 ? t('preferences.cart.asProducts') : joinTexts(own, ' – ')
}

function CartReading({ cart: { minAmount, maxAmount, products } }: { cart: Cart }) {
  if (products.length === 0) return <p className="text-md text-ink-2">{t('preferences.cart.noProducts')}</p>
  const least = Math.min(...products.map((one) => one.minAmount))
  const most = Math.max(...products.map((one) => one.maxAmount))
  const amountText = (amount: number | null, ofProducts: number) =>
    amount === null ? t('preferences.cart.asProductsOf', { amount: money(ofProducts) }) : money(amount)
  return (
    <div className="max-w-96">
      <DefinitionList
        items={[
          { term: t('preferences.cart.min'), value: amountText(minAmount, least) },
          { term: t('preferences.cart.max'), value: amountText(maxAmount, most) },
        ]}
      />
    </div>
  )
}
