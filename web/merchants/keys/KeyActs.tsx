import { useQuery } from '@tanstack/react-query'
import type { KeyAct } from '#contract/merchants/preferences'
import { date, dateTime, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { keyActsRead } from '../preferences/preferenceReads.ts'

/** Everything done with ended private keys since a day, and the actions that revert it. */
export function KeyActs({ since, closeHref }: { since: string; closeHref: string }) {
  const { merchantId } = useMerchant()
  const { data, error, isError, refetch, isFetching } = useQuery(keyActsRead(merchantId, since))
  const acts = data?.acts ?? null
  return (
    <FormSection
      title={t('preferences.acts.title', { since: date(since) })}
      aside={
        <Button size="small" variant="quiet" href={closeHref}>
          {t('preferences.acts.close')}
        </Button>
      }
    >
      {isError && acts === null ? (
        <FailureCard title={t('preferences.failed.acts')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : acts?.length === 0 ? (
        <Banner>{t('preferences.acts.none')}</Banner>
      ) : (
        <>
          <p className="max-w-[68ch] text-md text-ink-2">{t('preferences.acts.about')}</p>
          <Acts acts={acts} busy={isFetching} />
          {data?.more && <p className="text-md text-ink-2">{t('preferences.acts.more')}</p>}
        </>
      )}
    </FormSection>
  )
}

function Acts({ acts, busy }: { acts: readonly KeyAct[] | null; busy: boolean }) {
  const head = (
    <>
      <HeadCell width="19%">{t('preferences.acts.at')}</HeadCell>
      <HeadCell>{t('preferences.acts.what')}</HeadCell>
      <HeadCell width="25%">{t('preferences.acts.on')}</HeadCell>
      <HeadCell width="14%" numeric>
        {t('preferences.acts.amount')}
      </HeadCell>
      <HeadCell width="17%">{t('preferences.acts.undo')}</HeadCell>
    </>
  )
  return (
    <Table fixed caption={t('preferences.acts.table')} head={head} busy={busy || acts === null}>
      {acts === null ? <SkeletonRows rows={4} widths={[110, 150, 130, 60, 80]} /> : acts.map((act) => <Row key={act.id} act={act} />)}
    </Table>
  )
}

function Row({ act: { at, action, refused, network, operation, campaign } }: { act: KeyAct }) {
  const { merchantId, flag } = useMerchant()
  return (
    <TableRow faded={refused !== null}>
      <Cell card="state" detail={network ?? undefined}>
        {dateTime(at)}
      </Cell>
      <Cell card="title" detail={refused ?? undefined}>
        {action}
      </Cell>
      <Cell card="net" detail={operation ? t(`operations.substatus.${operation.substatus}`) : undefined}>
        {operation && (
          <Anchor href={paths.operation(merchantId, operation.id, flag)} className={`${linkClass} wrap-anywhere`}>
            {operation.customerName || operation.mid || t('shell.route.operation')}
          </Anchor>
        )}
        {campaign && (
          <Anchor href={paths.campaign(merchantId, campaign.id, flag)} className={`${linkClass} wrap-anywhere`}>
            {campaign.name || t('preferences.acts.campaign')}
          </Anchor>
        )}
      </Cell>
      <Cell card="amount" numeric strong>
        {operation && money(operation.totalAmount)}
      </Cell>
      <Cell card="foot" className="max-md:pt-2">
        {operation?.undo === 'refund' && (
          <Button size="small" href={paths.operation(merchantId, operation.id, flag)}>
            {t('preferences.acts.undoRefund')}
          </Button>
        )}
        {operation?.undo === 'cancel' && (
          <Button
            size="small"
            href={paths.operationCancel(merchantId, operation.id)}
            aria-label={t('preferences.acts.cancelOf', { name: operation.customerName || (operation.mid ?? '') })}
          >
            {t('preferences.acts.cancel')}
          </Button>
        )}
        {operation !== null && operation.undo === null && refused === null && (
          <span className="text-ink-3">{t('preferences.acts.final')}</span>
        )}
      </Cell>
    </TableRow>
  )
}
