import type { ReactNode } from 'react'
import { dateTime, money, date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useNow } from '../../platform/requests/useNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { HeroAmount } from '../../platform/ui/figures/HeroAmount.tsx'
import { sendLabel } from './sendLabel.ts'
import type { Sale } from './useSale.ts'

/** Summary beside the form: amount, validity, what the shop receives, and the submit button, labelled with the delivery channels. */
export function SaleSummary({ sale, readOnly, children }: { sale: Sale; readOnly: boolean; children: ReactNode }) {
  const { sandbox, role } = useMerchant()
  const { amount, draft, fixed, plans, sending, filling } = sale
  const now = useNow(30_000)
  const verb = draft.submitType === 'vendors' ? t('offlineCheckout.verb.here') : sendLabel(draft.channels)
  const until = dateTime(new Date(now.getTime() + draft.expiresInMinutes * 60_000).toISOString())
  const shop = (fixed ?? plans[0])?.merchant ?? null
  return (
    <aside
      aria-label={t('offlineCheckout.summary.label')}
      className="grid gap-4 rounded-4 border border-line bg-canvas p-5 lg:sticky lg:top-5"
    >
      <p>
        <HeroAmount cents={amount ?? 0} />
      </p>
      <DefinitionList
        items={[
          { key: 'until', term: t('offlineCheckout.summary.until'), value: until },
          ...(shop && role !== 'guest'
            ? [
                {
                  key: 'net',
                  term: t(fixed || plans.length === 1 ? 'offlineCheckout.summary.net' : 'offlineCheckout.summary.netFrom'),
                  value: (
                    <b className="font-strong">
                      {money(fixed ? shop.netAmount : Math.min(...plans.map(({ merchant }) => merchant?.netAmount ?? shop.netAmount)))}
                    </b>
                  ),
                },
                { key: 'day', term: t('offlineCheckout.summary.day'), value: date(shop.valueOn) },
              ]
            : []),
        ]}
      />
      {children}
      {!readOnly && (
        <>
          <div className="*:w-full">
            <Button
              variant="filled"
              size="large"
              type="submit"
              wide
              busy={sending || filling}
              busyLabel={t(filling ? 'offlineCheckout.filling' : 'shell.sending')}
            >
              {sandbox ? t('operations.action.sandbox', { verb }) : verb}
            </Button>
          </div>
          <p className="text-sm text-ink-3">{t('offlineCheckout.summary.nothingYet')}</p>
        </>
      )}
    </aside>
  )
}
