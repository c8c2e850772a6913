import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { consoleDebt } from '#contract/provider/moneyDebts'
import { date, dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { DebitTable } from './DebitTable.tsx'
import { stepText } from './DebtsPage.tsx'
import { ShopLink } from '../frame/ShopLink.tsx'
import { TransferDialog } from './TransferDialog.tsx'
import { TransferTable } from './TransferTable.tsx'

type Answer = AnswerOf<typeof consoleDebt>

/** A shop's debt: how much, what happens next, its debits, and the transfers that paid it. */
export function DebtPage({ params }: ConsolePageProps<'/console/money/shops/{merchantId}/debt'>) {
  const read = useQuery(consoleQuery(consoleDebt, { params: { ...params } }))
  const { may } = useStaff()
  const [booking, setBooking] = useState(false)
  return (
    <ConsolePage
      title={t('money.column.debt')}
      lead={read.data && <ShopLink shop={read.data.shop} />}
      back={{ href: '/console/money/debts', label: t('money.debts') }}
      actions={
        read.data &&
        may('consoleTransferBook') && (
          <Button variant="filled" onClick={() => setBooking(true)}>
            {t('money.transfer.book')}
          </Button>
        )
      }
    >
      <ReadState read={read}>
        {(answer) => (
          <div className="grid gap-x-10 gap-y-9 min-[88rem]:grid-cols-[minmax(0,1fr)_21.25rem]">
            <div className="grid min-w-0 content-start gap-9">
              <Debits answer={answer} />
              <FormSection title={t('money.transfers')}>
                <TransferTable merchantId={params.merchantId} transfers={answer.transfers} />
              </FormSection>
            </div>
            <aside className="min-w-0 min-[88rem]:border-l min-[88rem]:border-line min-[88rem]:pl-8">
              <FormSection title={t('consoleMerchants.facts')}>
                <Facts answer={answer} />
              </FormSection>
            </aside>
            {booking && <TransferDialog merchantId={params.merchantId} owed={answer.debt.owed} onClose={() => setBooking(false)} />}
          </div>
        )}
      </ReadState>
    </ConsolePage>
  )
}

function Debits({ answer: { shop, debt } }: { answer: Answer }) {
  const rows = debt.debits.map((one) => ({
    id: one.id,
    shop,
    reference: one.reference,
    state: one.state,
    amount: one.chargedAmount ?? one.announcedAmount,
    dueOn: one.dueOn,
    announcedAt: one.announcedAt,
    endedAt: one.endedAt,
    reason: one.reason,
  }))
  return (
    <FormSection title={t('money.debits')}>
      {rows.length === 0 ? <p className="text-ink-2">{t('money.debits.none')}</p> : <DebitTable rows={rows} busy={false} />}
    </FormSection>
  )
}

function Facts({ answer: { debt, mandate } }: { answer: Answer }) {
  return (
    <DefinitionList
      items={[
        {
          term: t('money.column.debt'),
          value: (
            <b className="font-strong">
              <Money cents={debt.amount} />
            </b>
          ),
        },
        { term: t('money.column.owedNow'), value: <Money cents={debt.owed} /> },
        { term: t('money.column.since'), value: debt.since === null ? '—' : date(debt.since) },
        { term: t('money.column.nextStep'), value: stepText(debt.next) },
        { term: t('money.mandate'), value: mandate === null ? t('money.mandate.none') : mandate.reference },
        ...(mandate === null
          ? []
          : [
              { term: t('money.column.account'), value: mandate.iban },
              { term: t('money.mandate.signed'), value: dateTime(mandate.signedAt) },
            ]),
      ]}
    />
  )
}
