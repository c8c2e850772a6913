import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import Printer from 'lucide-react/icons/printer'
import { useMemo, useState } from 'react'
import { madridDay } from '#domain/platform/dates'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { offlineSince } from '../../platform/outage/connection.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { useStore } from '../../platform/state/store.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { IconButton } from '../../platform/ui/controls/IconButton.tsx'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { useNow } from '../../platform/requests/useNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { planText, planLine, type SimulatedPlan } from './planText.ts'
import { PartToday } from './PartToday.tsx'
import { partToday } from './partToday.ts'
import { PlanCard } from './PlanCard.tsx'
import { simulatePlans } from './simulatePlans.ts'
import { ComingTermsNote } from './ComingTermsNote.tsx'
import { SimulatorPlans } from './SimulatorPlans.tsx'
import { targetPlans } from './targetPlans.ts'
import { useTerms } from './useTerms.ts'
import { usualComparison, whatIfOptions } from './whatIf.ts'
import { WhatIf } from './WhatIf.tsx'

const STEP_CENTS = 1_000
const EXAMPLE_CENTS = 30_000
const MAX_CENTS = 1_000_000_000

/** The plans of an amount and those that fit the target instalment, computed on each change. */
function useSimulation(amount: number | null, target: number | null) {
  const { role } = useMerchant()
  const now = useNow(60_000)
  const terms = useTerms()
  const { offers, campaigns } = terms
  const data = useMemo(
    () =>
      offers && amount !== null && amount > 0 && amount <= MAX_CENTS
        ? simulatePlans(offers, amount, { now, buyerOnly: role === 'guest', campaigns })
        : null,
    [offers, campaigns, amount, role, now],
  )
  const plans: readonly SimulatedPlan[] = data?.plans ?? []
  const targetResult = target === null ? null : targetPlans(plans, target)
  const misses = targetResult !== null && targetResult.fitting.length === 0
  const part = useMemo(() => {
    if (!misses || offers === null || amount === null || target === null) return null
    return partToday({ offers, campaigns, now }, amount, target)
  }, [misses, offers, campaigns, amount, target, now])
  const options = useMemo(
    () => (offers && data && amount !== null ? whatIfOptions(offers, data.plans, amount, madridDay(now)) : []),
    [offers, data, amount, now],
  )
  return { terms, data, plans, targetResult, part, options }
}

/**
 * What the customer pays and what the shop receives for each plan, by the shop's terms; offline
 * by the terms last cached in this tab. `amount` is the initial amount, in cents.
 */
export function SimulatorModal({ amount: initialAmount = null, onClose }: { amount?: number | null; onClose: () => void }) {
  const { role, may, disabled } = useMerchant()
  const [amount, setAmount] = useState<number | null>(initialAmount ?? EXAMPLE_CENTS)
  const [target, setTarget] = useState<number | null>(null)
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const offline = useStore(offlineSince) !== null
  const { terms, data, plans, targetResult, part, options } = useSimulation(amount, target)
  const { offers, campaigns, knownAt, error, fetching, retry } = terms
  const sells = may('checkoutOfflineCreate') && !disabled
  const step = (by: number) => setAmount(Math.max((amount ?? 0) + by, STEP_CENTS))
  const text = [
    t('operations.simulator.copyTitle', { amount: money(amount ?? 0) }),
    ...plans.map(planLine),
    t('operations.simulator.legal'),
  ].join('\n')
  const known = knownAt > 0 ? date(new Date(knownAt).toISOString()) : ''
  return (
    <Dialog
      size="money"
      title={t('operations.simulator.title')}
      subtitle={t(role === 'guest' ? 'operations.simulator.subtitleGuest' : 'operations.simulator.subtitle')}
      onClose={onClose}
      note={
        <span className="text-sm text-ink-3">
          {known !== '' && (offline ? t('simulator.offline', { date: known }) : t('operations.simulator.conditions', { date: known }))}
        </span>
      }
      footer={
        plans.length > 0 && (
          <>
            <CopyButton text={text} label={t('operations.simulator.copy')} copiedLabel={t('operations.copied')} />
            <Button variant="quiet" icon={<Printer aria-hidden />} onClick={() => window.print()}>
              {t('operations.simulator.print')}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
        <Field label={t('operations.simulator.amount')}>
          <MoneyInput
            size="large"
            autoFocus
            value={amount}
            onChange={setAmount}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
              event.preventDefault()
              step(event.key === 'ArrowUp' ? STEP_CENTS : -STEP_CENTS)
            }}
            start={
              <span className="mr-2 -ml-2 flex">
                <IconButton label={t('operations.simulator.less')} icon={<Minus aria-hidden />} onClick={() => step(-STEP_CENTS)} />
                <IconButton label={t('operations.simulator.more')} icon={<Plus aria-hidden />} onClick={() => step(STEP_CENTS)} />
              </span>
            }
          />
        </Field>
        <Field
          label={t('operations.simulator.target')}
          aside={<span className="text-ink-3">{t('operations.simulator.targetAside')}</span>}
          help={targetResult ? targetText(targetResult, target ?? 0) : t('operations.simulator.targetHelp')}
        >
          <MoneyInput size="large" value={target} onChange={setTarget} />
        </Field>
      </div>
      <div role="status">{part && <PartToday part={part} sells={sells} />}</div>
      <ComingTermsNote coming={terms.coming} />
      <div className="pt-5">
        {error !== null && offers === null && (
          <FailureCard title={t('operations.failed.simulator')} error={error} onRetry={retry} retrying={fetching} />
        )}
        {error === null && offers === null && amount !== null && amount > 0 && (
          <div aria-busy="true" className="grid content-start gap-4 py-4 max-md:min-h-dvh">
            <Skeleton width={420} />
            <Skeleton width={380} />
            <Skeleton width={400} />
          </div>
        )}
        {amount === null && <p className="py-6 text-center text-md text-ink-3">{t('operations.simulator.empty')}</p>}
        {plans.length > 0 && amount !== null && (
          <SimulatorPlans
            plans={plans}
            fitting={targetResult && targetResult.fitting.length > 0 ? targetResult.fitting : null}
            sells={sells}
            amount={amount}
            campaigns={campaigns}
          />
        )}
        {data && amount !== null && (
          <ul className="grid gap-1 pt-4 text-sm text-ink-2">
            {plans.length === 0 && <li className="text-md font-medium text-ink">{t('operations.simulator.none')}</li>}
            {data.outside.map((one) => (
              <li key={one.product}>{outsideText(one, amount)}</li>
            ))}
          </ul>
        )}
        {offers !== null && <p className="pt-3 pb-5 text-sm text-ink-3">{t('operations.simulator.legal')}</p>}
        {role !== 'guest' && options.length > 1 && (
          <WhatIf options={options} chosen={chosen ?? usualComparison(options)} onChoose={setChosen} />
        )}
      </div>
      <PlanCard plans={plans} amount={amount ?? 0} example={targetResult?.fitting[0] ?? null} />
    </Dialog>
  )
}

function targetText({ fitting, lowest }: ReturnType<typeof targetPlans<SimulatedPlan>>, target: number): string {
  const first = fitting[0]
  if (first) return t('operations.simulator.fits', { count: fitting.length, plan: planText(first) })
  return lowest
    ? t('operations.simulator.fitsNone', { amount: money(target), lowest: money(lowest.instalmentAmount), plan: planText(lowest) })
    : ''
}

/** Which limit the amount misses, and by how much. */
function outsideText(
  { product, minAmount, maxAmount }: { product: SimulatedPlan['product']; minAmount: number; maxAmount: number },
  amount: number,
): string {
  const name = t(`operations.product.${product}`)
  if (amount < minAmount)
    return t('operations.simulator.below', { product: name, distance: money(minAmount - amount), limit: money(minAmount) })
  return t('operations.simulator.above', { product: name, distance: money(amount - maxAmount), limit: money(maxAmount) })
}
