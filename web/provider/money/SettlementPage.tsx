import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Settlement } from '#contract/money/settlements'
import { consoleSettlement, type MoneySettlement } from '#contract/provider/moneySettlements'
import { date, dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { RequestedButton } from '../frame/RequestedButton.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { MarkPayoutDialog } from './MarkPayoutDialog.tsx'
import { PayAgainDialog } from './PayAgainDialog.tsx'
import { PayoutBadge } from './SettlementTable.tsx'
import { ShopLink } from '../frame/ShopLink.tsx'

/** One settlement: its equation to the cent, and its payment. */
export function SettlementPage({ params }: ConsolePageProps<'/console/money/shops/{merchantId}/settlements/{settlementId}'>) {
  const read = useQuery(consoleQuery(consoleSettlement, { params: { ...params } }))
  const { may } = useStaff()
  const [open, setOpen] = useState<'again' | 'mark' | null>(null)
  const close = () => setOpen(null)
  const listed = read.data?.listed
  return (
    <ConsolePage
      title={listed?.reference ?? ''}
      back={{ href: '/console/money', label: t('money.settlements') }}
      lead={listed && <ShopLink shop={listed.shop} />}
      actions={
        listed?.payout && (
          <>
            {listed.payout.state === 'returned' && may('consolePayAgain') && (
              <RequestedButton call="consolePayAgain" params={{ ...params }} variant="filled" onClick={() => setOpen('again')}>
                {t('money.payAgain')}
              </RequestedButton>
            )}
            {listed.payout.state !== 'returned' && may('consolePayoutMark') && (
              <RequestedButton call="consolePayoutMark" params={{ ...params }} onClick={() => setOpen('mark')}>
                {t('money.mark')}
              </RequestedButton>
            )}
          </>
        )
      }
    >
      <ReadState read={read}>
        {({ listed: row, settlement }) => (
          <div className="grid gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_21.25rem]">
            <FormSection title={t('money.equation')}>
              <Equation settlement={settlement} />
            </FormSection>
            <aside className="min-w-0 lg:border-l lg:border-line lg:pl-8">
              <FormSection title={t('money.payout')}>
                <PaymentFacts row={row} settlement={settlement} />
              </FormSection>
            </aside>
            {open === 'again' && <PayAgainDialog row={row} onClose={close} />}
            {open === 'mark' && <MarkPayoutDialog row={row} onClose={close} />}
          </div>
        )}
      </ReadState>
    </ConsolePage>
  )
}

const terms = [
  ['opening', 'openingBalance'],
  ['repayments', 'repayments'],
  ['sales', 'sales'],
  ['refunds', 'refunds'],
  ['cancellations', 'cancellations'],
  ['chargebacks', 'chargebacks'],
  ['disputeFees', 'disputeFees'],
  ['fees', 'fees'],
  ['feeRefunds', 'feeRefunds'],
  ['minimumFees', 'minimumFees'],
  ['vat', 'vat'],
  ['vatRefunds', 'vatRefunds'],
  ['subsidies', 'subsidies'],
  ['subsidyRefunds', 'subsidyRefunds'],
  ['reserveHeld', 'reserveHeld'],
  ['reserveReleased', 'reserveReleased'],
] as const satisfies readonly (readonly [string, keyof Settlement])[]

/** The terms that are not zero, what is paid, and what is carried over. */
function Equation({ settlement }: { settlement: Settlement }) {
  const shown = terms.filter(([, field]) => settlement[field] !== 0)
  return (
    <div className="max-w-[560px]">
      <DefinitionList
        items={[
          ...shown.map(([term, field]) => ({ key: term, term: t(`money.term.${term}`), value: <Money cents={settlement[field]} sign /> })),
          ...(settlement.closingBalance === 0
            ? []
            : [{ key: 'closing', term: t('money.term.closing'), value: <Money cents={-settlement.closingBalance} sign /> }]),
          {
            key: 'net',
            term: <b className="font-strong text-ink">{t('money.term.net')}</b>,
            value: (
              <b className="font-strong">
                <Money cents={settlement.netAmount} closed />
              </b>
            ),
          },
        ]}
      />
    </div>
  )
}

function PaymentFacts({ row, settlement }: { row: MoneySettlement; settlement: Settlement }) {
  const { payout } = row
  const facts = [
    {
      term: t('shell.heading.state'),
      value: (
        <span className="inline-block text-left">
          <PayoutBadge row={row} />
        </span>
      ),
    },
    { term: t('money.column.valueOn'), value: date(row.valueOn) },
    { term: t('money.period'), value: t('money.period.days', { from: date(settlement.periodFrom), to: date(settlement.periodTo) }) },
    { term: t('money.linesTerm'), value: settlement.lineCount },
  ]
  const paid = payout
    ? [
        { term: t('money.column.reference'), value: payout.reference },
        { term: t('money.column.account'), value: payout.ibanLast4 === null ? '—' : `•••• ${payout.ibanLast4}` },
        { term: t('money.column.file'), value: payout.file === null ? '—' : <code className="font-code text-sm">{payout.file}</code> },
        { term: t('money.column.sentAt'), value: payout.sentAt === null ? '—' : dateTime(payout.sentAt) },
        { term: t('money.column.doneAt'), value: payout.doneAt === null ? '—' : dateTime(payout.doneAt) },
      ]
    : []
  return <DefinitionList items={[...facts, ...paid]} />
}
