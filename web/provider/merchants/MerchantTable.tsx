import type { ConsoleAccountRow } from '#contract/provider/merchants'
import { joinTexts } from '#domain/platform/direction'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { merchantHref, onboardingKinds, shopKinds, stateKinds } from './merchantState.ts'

/** Merchants with their shops, what is known of their onboarding, and since when. */
export function MerchantTable({ rows, busy }: { rows: readonly ConsoleAccountRow[]; busy: boolean }) {
  const head = (
    <>
      <HeadCell width="28%">{t('consoleMerchants.column.name')}</HeadCell>
      <HeadCell>{t('shell.heading.shops')}</HeadCell>
      <HeadCell width="8.75rem">{t('consoleMerchants.column.state')}</HeadCell>
      <HeadCell width="12rem">{t('consoleMerchants.column.onboarding')}</HeadCell>
      <HeadCell from="lg" width="7.5rem">
        {t('consoleMerchants.column.created')}
      </HeadCell>
    </>
  )
  return (
    <Table fixed busy={busy} caption={t('console.section.merchants')} head={head}>
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </Table>
  )
}

function Row({ row }: { row: ConsoleAccountRow }) {
  const { id, name, cif, type, state, onboarding, shops, documentsInReview, createdAt } = row
  const [first, ...others] = shops
  return (
    <TableRow faded={state === 'ended'}>
      <Cell card="title" detail={cif ?? t(`consoleMerchants.type.${type}`)}>
        <RowLink href={merchantHref(id)}>
          <b className="font-strong">{name === '' ? t('consoleMerchants.nameless') : name}</b>
        </RowLink>
      </Cell>
      <Cell
        card="foot"
        detail={
          first &&
          joinTexts(
            [
              first.host ?? t('consoleMerchants.inStore'),
              ...(others.length > 0 ? [t('consoleMerchants.others', { count: others.length })] : []),
            ],
            ' · ',
          )
        }
      >
        {first ? (
          <StatusBadge
            kind={shopKinds[first.status]}
            label={first.name}
            detail={first.status === 'active' ? undefined : t(`consoleMerchants.shopStatus.${first.status}`)}
          />
        ) : (
          <span className="text-ink-3">{t('consoleMerchants.noShop')}</span>
        )}
      </Cell>
      <Cell card="state">
        <StatusBadge kind={stateKinds[state]} label={t(`consoleMerchants.state.${state}`)} />
      </Cell>
      <Cell card="net">
        <StatusBadge
          kind={onboardingKinds[onboarding]}
          label={t(`consoleMerchants.onboarding.${onboarding}`)}
          detail={documentsInReview > 0 ? t('consoleMerchants.toReview', { count: documentsInReview }) : undefined}
        />
      </Cell>
      <Cell card="hidden" from="lg">
        {date(createdAt)}
      </Cell>
    </TableRow>
  )
}
