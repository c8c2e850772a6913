import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import Printer from 'lucide-react/icons/printer'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { planSimulator } from '#contract/simulator'
import { query } from '../api/query.ts'
import { date, money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { MoneyInput } from '../ui/MoneyInput.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { FailureCard } from '../operation/FailureCard.tsx'
import { PrintSheet } from '../operation/PrintSheet.tsx'
import { planText, planLine, type SimulatedPlan } from './planText.ts'
import { SimulatorPlans } from './SimulatorPlans.tsx'
import { targetPlans } from './targetPlans.ts'
import { useDebounced } from '../operation/useDebounced.ts'
import { useShop } from '../operation/useShop.ts'

const STEP_CENTS = 1_000
const EXAMPLE_CENTS = 30_000

/** What the buyer pays and what the shop receives for every plan (specification §2, instalments simulation). */
export function SimulatorModal({ onClose }: { onClose: () => void }) {
  const { merchantId, role, shopName } = useShop()
  const [amount, setAmount] = useState<number | null>(EXAMPLE_CENTS)
  const [target, setTarget] = useState<number | null>(null)
  const asked = useDebounced(amount ?? 0, 250)
  const { data, isError, error, refetch, isFetching, dataUpdatedAt } = useQuery({
    ...query(planSimulator, { params: { merchantId }, query: { amount: asked } }),
    enabled: asked > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const plans = amount !== null && amount > 0 && data ? data.plans : []
  const wish = target === null ? null : targetPlans(plans, target)
  const step = (by: number) => setAmount(Math.max((amount ?? 0) + by, STEP_CENTS))
  const text = [
    t('operations.simulator.copyTitle', { amount: money(amount ?? 0) }),
    ...plans.map(planLine),
    t('operations.simulator.legal'),
  ].join('\n')
  return (
    <Dialog
      size="money"
      title={t('operations.simulator.title')}
      subtitle={t(role === 'guest' ? 'operations.simulator.subtitleGuest' : 'operations.simulator.subtitle')}
      closeLabel={t('operations.close')}
      onClose={onClose}
      note={
        <span className="text-sm text-ink-3">
          {dataUpdatedAt > 0 && t('operations.simulator.conditions', { date: date(new Date(dataUpdatedAt).toISOString()) })}
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
          help={wish ? wishText(wish, target ?? 0) : t('operations.simulator.targetHelp')}
        >
          <MoneyInput size="large" value={target} onChange={setTarget} />
        </Field>
      </div>
      <div className="pt-5">
        {isError && (
          <FailureCard title={t('operations.failed.simulator')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {!isError && !data && amount !== null && amount > 0 && (
          <div aria-busy="true" className="grid gap-4 py-4">
            <Skeleton width={420} />
            <Skeleton width={380} />
            <Skeleton width={400} />
          </div>
        )}
        {amount === null && <p className="py-6 text-center text-md text-ink-3">{t('operations.simulator.empty')}</p>}
        {plans.length > 0 && <SimulatorPlans plans={plans} fitting={wish?.fitting ?? null} />}
        {data && amount !== null && (
          <ul className="grid gap-1 pt-4 text-sm text-ink-2">
            {plans.length === 0 && <li className="text-md font-medium text-ink">{t('operations.simulator.none')}</li>}
            {data.outside.map((one) => (
              <li key={one.product}>{outsideText(one, amount)}</li>
            ))}
          </ul>
        )}
        <p className="pt-3 text-sm text-ink-3">{t('operations.simulator.legal')}</p>
      </div>
      <PrintSheet>
        <p className="font-display text-title-lg font-title">{shopName}</p>
        <p className="mb-4 text-title-sm">{t('operations.simulator.copyTitle', { amount: money(amount ?? 0) })}</p>
        <ul className="grid gap-2">
          {plans.map((plan) => (
            <li key={planText(plan)}>{planLine(plan)}</li>
          ))}
        </ul>
        <p className="pt-5">{t('operations.simulator.legal')}</p>
      </PrintSheet>
    </Dialog>
  )
}

function wishText({ fitting, lowest }: ReturnType<typeof targetPlans<SimulatedPlan>>, target: number): string {
  const first = fitting[0]
  if (first) return t('operations.simulator.fits', { count: fitting.length, plan: planText(first) })
  return lowest
    ? t('operations.simulator.fitsNone', { amount: money(target), lowest: money(lowest.instalmentAmount), plan: planText(lowest) })
    : ''
}

/** Which limit, and how far away. */
function outsideText(
  { product, minAmount, maxAmount }: { product: SimulatedPlan['product']; minAmount: number; maxAmount: number },
  amount: number,
): string {
  const name = t(`operations.product.${product}`)
  if (amount < minAmount)
    return t('operations.simulator.below', { product: name, distance: money(minAmount - amount), limit: money(minAmount) })
  return t('operations.simulator.above', { product: name, distance: money(amount - maxAmount), limit: money(maxAmount) })
}
