import { useQuery } from '@tanstack/react-query'
import { type ConsoleAccountDetail, consoleShop } from '#contract/provider/merchants'
import { joinTexts } from '#domain/platform/direction'
import { date, money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { operationsHref } from '../frame/operationHref.ts'
import type { AccountAct } from './AccountDialogs.tsx'
import { shopKinds } from './merchantState.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { ShopConnections } from './ShopConnections.tsx'
import { ShopFigures } from './ShopFigures.tsx'
import { ShopTerms } from './ShopTerms.tsx'

type Shop = ConsoleAccountDetail['shops'][number]
type ShopSectionProps = {
  account: ConsoleAccountDetail
  shop: Shop
  onShop: (id: string) => void
  onAct: (act: AccountAct) => void
}

/** One of an account's shops: its money, terms and connections. */
export function ShopSection({ account, shop, onShop, onAct }: ShopSectionProps) {
  const read = useQuery(consoleQuery(consoleShop, { params: { accountId: account.id, merchantId: shop.id } }))
  const { may } = useStaff()
  const { status } = shop
  return (
    <FormSection
      title={shop.name}
      aside={
        <span className="flex flex-wrap items-center gap-2">
          <StatusBadge shape="pill" kind={shopKinds[status]} label={t(`consoleMerchants.shopStatus.${status}`)} />
          <Button size="small" href={operationsHref({ accountId: account.id, merchantId: shop.id })}>
            {t('consoleMerchants.operations')}
          </Button>
          <Button size="small" href={`/console/prices/${shop.id}`}>
            {t('consoleMerchants.terms')}
          </Button>
          {status === 'active' && may('consoleShopSuspend') && (
            <Button size="small" onClick={() => onAct({ kind: 'suspend', shop })}>
              {t('consoleMerchants.suspend')}
            </Button>
          )}
          {status === 'suspended' && may('consoleShopResume') && (
            <Button size="small" onClick={() => onAct({ kind: 'resume', shop })}>
              {t('consoleMerchants.resume')}
            </Button>
          )}
        </span>
      }
    >
      {account.shops.length > 1 && (
        <Field label={t('shell.heading.shop')} className="mb-4 max-w-80">
          <Select value={shop.id} onChange={(event) => onShop(event.target.value)}>
            {account.shops.map(({ id, name, status: other }) => (
              <option key={id} value={id}>
                {joinTexts([name, ...(other === 'active' ? [] : [t(`consoleMerchants.shopStatus.${other}`)])], ' · ')}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <p className="mb-4 text-md text-ink-3">{joinTexts(factsOf(shop), ' · ')}</p>
      <ReadState read={read}>
        {(detail) => (
          <div className="grid gap-8">
            <ShopFigures shop={detail} />
            <ShopTerms terms={detail.terms} />
            <ShopConnections keys={detail.keys} webhooks={detail.webhooks} />
          </div>
        )}
      </ReadState>
    </FormSection>
  )
}

const factsOf = ({ host, liveOn, paymentFrequency, reserveRate, minimumFee, bankAccount }: Shop): string[] => [
  host ?? t('consoleMerchants.inStore'),
  ...(liveOn === null ? [] : [t('consoleMerchants.live', { date: date(liveOn) })]),
  t(`consoleMerchants.frequency.${paymentFrequency}`),
  ...(reserveRate > 0 ? [t('consoleMerchants.reserveRate', { rate: percent(reserveRate) })] : []),
  ...(minimumFee === null ? [] : [t('consoleMerchants.minimumFee', { amount: money(minimumFee) })]),
  ...(bankAccount === null ? [] : [t('consoleMerchants.paidTo', { digits: bankAccount })]),
]
