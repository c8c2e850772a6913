import { useQuery } from '@tanstack/react-query'
import type { Debt } from '#contract/money/debits'
import { date, money } from '../../platform/i18n/format.ts'
import { AddressDialog } from '../../platform/feedback/AddressDialog.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { DebitsTable } from './DebitsTable.tsx'
import { debtRead } from './debtReads.ts'
import { nextText } from './debtText.ts'
import { MandateCard } from './MandateCard.tsx'
import { PayByTransfer } from './PayByTransfer.tsx'
import { RevokeModal } from './RevokeModal.tsx'
import { SignModal } from './SignModal.tsx'

/** Prefetches the debt. */
function loader({ params, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(debtRead(params['merchantId'] ?? ''))
}

/** The shop's debt: amount, age, next step with its date, mandate and debits (docs/domain.md#direct-debits). */
function DebtScreen() {
  const { merchantId, flag } = useMerchant()
  const read = useQuery(debtRead(merchantId))
  const { data } = read
  return (
    <section aria-labelledby="debt-title">
      <BackLink href={paths.settlements(merchantId, flag)}>{t('settlements.back')}</BackLink>
      <h1 id="debt-title" className="pt-4 pb-5 font-display text-title-lg leading-tight font-title tracking-tight">
        {t('debits.title')}
      </h1>
      <ReadState read={read} failed={t('debits.failed')} loading={t('debits.loading')}>
        <Skeleton width={200} className="h-9" />
        <Skeleton width={320} />
      </ReadState>
      {data && <LoadedDebt debt={data} />}
    </section>
  )
}

function LoadedDebt({ debt }: { debt: Debt }) {
  const { merchantId, may, flag } = useMerchant()
  const { search } = useAddress()
  const hrefOf = (dialog?: 'sign' | 'revoke') => paths.settlementsDebt(merchantId, { ...(dialog && { dialog }), ...flag })
  const close = () => go(hrefOf(), { replace: true, keepScroll: true })
  return (
    <>
      <DebtStatus debt={debt} />
      <div className="grid gap-x-12 gap-y-8 border-t border-line pt-6 pb-9 lg:grid-cols-2">
        <MandateCard debt={debt} signHref={hrefOf('sign')} revokeHref={hrefOf('revoke')} />
        {debt.transfer !== null && <PayByTransfer transfer={debt.transfer} owed={debt.owed} />}
      </div>
      <DebitsTable debits={debt.debits} />
      {search['dialog'] === 'sign' && (
        <AddressDialog isAllowed={may('mandateSign') && debt.offer !== null} onClose={close}>
          {debt.offer !== null && <SignModal offer={debt.offer} onClose={close} />}
        </AddressDialog>
      )}
      {search['dialog'] === 'revoke' && (
        <AddressDialog isAllowed={may('mandateRevoke') && debt.mandate?.state === 'standing'} onClose={close}>
          {debt.mandate?.state === 'standing' && <RevokeModal mandate={debt.mandate} debits={debt.debits} onClose={close} />}
        </AddressDialog>
      )}
    </>
  )
}

function DebtStatus({ debt }: { debt: Debt }) {
  const { sandbox } = useMerchant()
  const { amount, since, owed, returned, next } = debt
  if (returned === 0 && next.step === 'none')
    return (
      <div className="pb-6">
        <p className="text-lg font-strong">{t('debits.none.title')}</p>
        <p className="max-w-[68ch] pt-1.5 text-md text-ink-2">{t('debits.none.detail')}</p>
      </div>
    )
  return (
    <div className="pb-6">
      {since !== null && (
        <>
          <p className="text-md text-ink-2">{t('debits.owes')}</p>
          <p className="pt-1 font-display text-title-lg leading-none font-title tracking-tight whitespace-nowrap text-danger-ink">
            {money(amount)}
          </p>
          <p className="max-w-[68ch] pt-3 pb-5 text-md text-ink-2">
            {t('debits.since', { date: date(since) })} {owed < amount && owed > 0 && t('debits.waiting', { amount: money(owed) })}
          </p>
        </>
      )}
      <h2 className="text-title-sm leading-snug font-strong">{t('debits.next')}</h2>
      <p className="max-w-[68ch] pt-1.5 text-md empty:hidden">{nextText(debt, sandbox)}</p>
      {returned > 0 && <p className="max-w-[68ch] pt-1.5 text-md">{t('debits.returned', { amount: money(returned) })}</p>}
    </div>
  )
}

export const DebtPage: Screen = { component: DebtScreen, loader }
