import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { consoleTerms, consoleTermsWithdraw } from '#contract/provider/prices'
import type { AnswerOf } from '#contract/platform/endpoint'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { useWaiting } from '../frame/useWaiting.ts'
import { HistoryTable, type Version } from './HistoryTable.tsx'
import { ComingEffect } from './MerchantEffect.tsx'
import { PayoutSection } from './PayoutSection.tsx'
import { TermsTable, type TermsColumn } from './TermsTable.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

type MerchantTerms = AnswerOf<typeof consoleTerms>

/** The terms of one merchant: what is in force and coming, its effect, and what was agreed. */
export function MerchantTermsPage({ params: { merchantId } }: ConsolePageProps<'/console/prices/{merchantId}'>) {
  const staff = useStaff()
  const waiting = useWaiting()
  const read = useQuery(consoleQuery(consoleTerms, { params: { merchantId } }))
  const [withdrawing, setWithdrawing] = useState<Version | null>(null)
  const close = () => setWithdrawing(null)
  const withdraw = useConsoleWrite(consoleTermsWithdraw, { onDone: close, done: t('prices.withdraw.done') })
  return (
    <ConsolePage
      title={read.data?.merchant.name ?? t('prices.merchant')}
      about={t('prices.merchant.about')}
      back={{ href: '/console/prices', label: t('console.section.prices') }}
      actions={
        staff.may('consoleTermsPropose') && (
          <Button variant="filled" icon={<Plus aria-hidden />} href={`/console/prices/${merchantId}/new`}>
            {t('prices.agree')}
          </Button>
        )
      }
    >
      <ReadState read={read}>
        {(terms) => (
          <div className="grid gap-9">
            <TermsTable caption={t('prices.merchant')} columns={terms.products.map(columnOf)} />
            <PayoutSection terms={terms.payout.terms} next={terms.payout.coming[0] ?? null} own={terms.payout.own} />
            <ComingEffect merchantId={merchantId} products={terms.products} payout={terms.payout.coming[0]?.own ?? null} />
            <FormSection title={t('prices.agreed')}>
              {terms.versions.length === 0 ? (
                <p className="text-ink-2">{t('prices.agreed.none')}</p>
              ) : (
                <HistoryTable
                  versions={terms.versions}
                  onWithdraw={staff.may('consoleTermsWithdraw') ? setWithdrawing : null}
                  waiting={({ id }) => waiting('consoleTermsWithdraw', { merchantId, versionId: id })}
                />
              )}
            </FormSection>
          </div>
        )}
      </ReadState>
      {withdrawing && (
        <WithdrawDialog
          version={withdrawing}
          write={withdraw}
          onWithdraw={() => withdraw.send({ params: { merchantId, versionId: withdrawing.id } })}
          onClose={close}
        />
      )}
    </ConsolePage>
  )
}

function columnOf({ product, enabled, isOwn, terms, coming }: MerchantTerms['products'][number]): TermsColumn {
  const next = coming[0]
  return {
    product,
    note: enabled ? t(isOwn ? 'prices.own' : 'prices.asList') : null,
    terms: enabled ? terms : null,
    next: next ? { effectiveOn: next.effectiveOn, terms: next.enabled ? next.terms : null } : null,
  }
}
