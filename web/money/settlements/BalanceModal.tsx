import { useQuery } from '@tanstack/react-query'
import { madridDay } from '#domain/platform/dates'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { accountText } from '../../sales/operationStatus/accountText.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { useNow } from '../../platform/requests/useNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { SkeletonLine } from '../../platform/ui/tables/SkeletonLine.tsx'
import { readSettlementQuery, settlementSearch } from './settlementQuery.ts'
import { Forecast } from './Forecast.tsx'
import { balanceRead, forecastRead } from './settlementReads.ts'

/** Prefetches balance and forecast. */
function loader({ params, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(balanceRead(params['merchantId'] ?? ''))
  void queryClient.prefetchQuery(forecastRead(params['merchantId'] ?? ''))
}

/** Available, pending and reserved balance, debt with its dates, next payment and 30-day forecast. */
function Balance() {
  const { merchantId, sandbox, may, flag } = useMerchant()
  const { search } = useAddress()
  const today = madridDay(useNow())
  const { data, error, isError, refetch, isFetching } = useQuery(balanceRead(merchantId))
  const close = () => go(paths.settlements(merchantId, { ...settlementSearch(readSettlementQuery(search)), ...flag }), { keepScroll: true })
  return (
    <Dialog
      title={t('settlements.balance')}
      tag={<ModeTag />}
      subtitle={t('shell.zone')}
      onClose={close}
      footer={
        <Button variant="quiet" onClick={close}>
          {t('shell.back')}
        </Button>
      }
    >
      {isError ? (
        <FailureCard title={t('settlements.failed.balance')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <div role="group" aria-busy="true" aria-label={t('settlements.loading')}>
          <DefinitionList items={waiting} />
        </div>
      ) : (
        <>
          <DefinitionList
            items={[
              { term: t('settlements.balance.available'), value: <b className="font-strong">{money(data.available)}</b> },
              { term: t('settlements.balance.pending'), value: money(data.pending) },
              { term: t('settlements.balance.reserve'), value: money(data.reserve) },
              {
                term: t('settlements.balance.debt'),
                value: <span className={data.debt > 0 ? 'text-danger-ink' : ''}>{money(data.debt)}</span>,
              },
              ...(data.next === null
                ? [{ term: t('settlements.balance.next'), value: t('settlements.next.none') }]
                : [
                    { term: t('settlements.balance.next'), value: date(data.next.valueOn) },
                    { term: t('settlements.balance.nextAmount'), value: <b className="font-strong">{money(data.next.netAmount)}</b> },
                  ]),
              { term: t('reports.frequency'), value: t(`settlements.frequency.${data.frequency}`) },
              {
                term: t('shell.heading.account'),
                value: sandbox ? (
                  accountText(data.ibanLast4)
                ) : (
                  <Anchor href={paths.invoicesIban(merchantId)} className={linkClass}>
                    {data.ibanLast4 === null ? t('settlements.balance.noAccount') : accountText(data.ibanLast4)}
                  </Anchor>
                ),
              },
            ]}
          />
          {data.debtSince !== null && (
            <p className="pt-3 text-sm text-ink-2">
              {t('settlements.balance.debtSince', { amount: money(data.debt), date: date(data.debtSince) })}{' '}
              {data.debtClaimedOn !== null &&
                t(data.debtClaimedOn <= today ? 'settlements.balance.debtDue' : 'settlements.balance.debtClaimed', {
                  date: date(data.debtClaimedOn),
                })}
            </p>
          )}
        </>
      )}
      {may('debtView') && !isError && (
        <p className="pt-3 text-md">
          <Anchor href={paths.settlementsDebt(merchantId, flag)} className={linkClass}>
            {t('settlements.balance.toDebt')}
          </Anchor>
        </p>
      )}
      <Forecast />
    </Dialog>
  )
}

/** Skeleton with a bar per line. */
const waiting = [120, 150, 140, 90, 130, 130, 80, 60].map((width) => ({
  term: <SkeletonLine width={width} />,
  value: <SkeletonLine width={80} end />,
}))

export const BalanceModal: Screen = { component: Balance, loader }
