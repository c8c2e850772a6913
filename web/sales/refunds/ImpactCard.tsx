import FileText from 'lucide-react/icons/file-text'
import Store from 'lucide-react/icons/store'
import User from 'lucide-react/icons/user'
import type { ReactNode } from 'react'
import type { Operation } from '#contract/sales/operations'
import type { Effect } from '#contract/sales/operationVerbs'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { AnswersCard } from '../../platform/ui/figures/AnswersCard.tsx'
import { Change } from '../../platform/ui/figures/Change.tsx'
import type { Definition } from '../../platform/ui/figures/DefinitionList.tsx'
import { ImpactColumn } from '../../platform/ui/figures/ImpactColumn.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { SkeletonLine } from '../../platform/ui/tables/SkeletonLine.tsx'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { messageOf } from './refundSentence.ts'

type ImpactCardProps = {
  effect: Effect | null
  pending: boolean
  error: unknown
  onRetry: () => void
  shop: string
  operation: Operation
  /** The whole remaining amount, which equals a cancellation. */
  whole: boolean
  /** The amount is above what remains: nothing can be shown before it is lower. */
  tooMuch?: boolean
}

/** The effects on customer, shop and documents, from the server's dry run, before the action. */
export function ImpactCard({ effect, pending, error, onRetry, shop, operation, whole, tooMuch = false }: ImpactCardProps) {
  if (error)
    return (
      <div className="pt-5">
        <FailureCard title={t('operations.failed.preview')} error={error} onRetry={onRetry} />
      </div>
    )
  const column = (title: string, icon: ReactNode, items: Definition[], awaited = 3) => (
    <ImpactColumn title={title} icon={icon} items={effect ? items : waiting.slice(0, awaited)} />
  )
  const card = (
    <>
      <AnswersCard layout="impact" label={t('operations.impact.title')}>
        {column(t('operations.impact.customer'), <User aria-hidden />, effect ? customerItems(effect) : [])}
        {column(
          t('operations.impact.shop'),
          <Store aria-hidden />,
          effect ? shopItems(effect) : [],
          (operation.subsidyAmount ?? 0) > 0 ? 4 : 3,
        )}
        {column(t('operations.impact.papers'), <FileText aria-hidden />, effect ? paperItems(effect) : [])}
        {operation.customer.email !== '' && (
          <div className="answer grid grid-cols-[minmax(0,1fr)] gap-x-4 md:grid-cols-[auto_minmax(0,1fr)]" data-outgoing>
            <span className="text-sm text-ink-3">{t('operations.impact.message')}</span>
            <span className="text-md">
              {effect ? t('operations.detail.quote', { text: messageOf(effect, shop) }) : <SkeletonLine width={320} />}
            </span>
          </div>
        )}
      </AnswersCard>
      {/* Two lines from the start: whether the settlement becomes negative is known only later. */}
      <p className="pt-3 text-md text-ink-2 md:min-h-[calc(0.75rem+2lh)]">
        {effect ? (
          t(whole && operation.capturedAmount > 0 ? 'operations.impact.verb.whole' : `operations.impact.verb.${effect.verb}`)
        ) : (
          <SkeletonLine width={280} />
        )}
        {effect && isBelowZero(effect) && (
          <span className="block text-danger-ink">{t('operations.impact.negative', { date: date(effect.merchant.nextSettlementOn) })}</span>
        )}
      </p>
    </>
  )
  // Before an amount is entered its space is reserved where there is room, so that the button does not move.
  if (!effect && !pending)
    return (
      <div className="relative pt-5">
        <div className="invisible max-md:hidden">{card}</div>
        <p className="inset-0 top-5 grid place-content-center rounded-4 border border-dashed border-line-strong px-5 py-6 text-center text-md text-ink-3 md:absolute">
          {tooMuch ? t('operations.impact.tooMuch') : t('operations.impact.empty')}
        </p>
      </div>
    )
  return (
    <div className="pt-5" aria-busy={pending || undefined} aria-live="polite">
      {card}
    </div>
  )
}

const waiting: Definition[] = [0, 1, 2, 3].map((nth) => ({
  key: String(nth),
  term: <SkeletonLine width={120} />,
  value: <SkeletonLine width={160} />,
}))

const change = (from: string, to: string) => (from === to ? to : <Change from={from} to={to} toLabel={t('operations.arrow')} />)

function customerItems({ customer }: Effect): Definition[] {
  const plan = (count: number, amount: number) =>
    count === 0 ? t('operations.impact.noInstalments') : t('operations.impact.instalments', { count, amount: money(amount) })
  const next: Definition[] =
    customer.nextDueOn === null
      ? []
      : [
          {
            key: 'next',
            term: t('operations.impact.next', { date: date(customer.nextDueOn) }),
            value: change(money(customer.nextDueAmountBefore), money(customer.nextDueAmountAfter)),
          },
        ]
  return [
    {
      key: 'plan',
      term: t('operations.impact.plan'),
      value: change(
        plan(customer.instalmentsBefore, customer.instalmentAmountBefore),
        plan(customer.instalmentsAfter, customer.instalmentAmountAfter),
      ),
    },
    ...next,
    { key: 'credit', term: t('operations.impact.credit'), value: <Money cents={customer.creditToCustomer} /> },
  ]
}

const isBelowZero = ({ merchant }: Effect) => merchant.nextSettlementAfter < 0

function shopItems({ merchant }: Effect): Definition[] {
  const back = merchant.feeBack + merchant.vatBack
  return [
    {
      key: 'settlement',
      term: t('operations.impact.settlement', { date: date(merchant.nextSettlementOn) }),
      value: change(money(merchant.nextSettlementBefore), money(merchant.nextSettlementAfter)),
    },
    { key: 'fee', term: t('operations.impact.fee'), value: <Money sign cents={back} /> },
    ...(merchant.subsidyBack === 0
      ? []
      : [{ key: 'subsidy', term: t('operations.impact.subsidy'), value: <Money sign cents={merchant.subsidyBack} /> }]),
    { key: 'net', term: t('operations.impact.net'), value: <Money sign cents={merchant.netChange} /> },
  ]
}

function paperItems({ rectifyingInvoice }: Effect): Definition[] {
  return [
    {
      key: 'invoice',
      term: t('operations.impact.invoice'),
      value: rectifyingInvoice
        ? t('operations.impact.invoiceYes', { amount: money(rectifyingInvoice.amount) })
        : t('operations.impact.invoiceNo'),
    },
    ...(rectifyingInvoice ? [{ key: 'issued', term: t('operations.impact.issued'), value: date(rectifyingInvoice.issuedOn) }] : []),
    { key: 'receipt', term: t('operations.impact.receipt'), value: t('operations.impact.receiptWhen') },
  ]
}
