import Ellipsis from 'lucide-react/icons/ellipsis'
import type { Campaign } from '#contract/sales/campaigns'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Menu } from '../../platform/ui/controls/Menu.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'
import { campaignKind, nameOf, offerText, rangeText, scopeText } from './campaignText.ts'
import { actionsOf, isFinal, type CampaignAction } from './useCampaignActions.ts'

type CampaignsTableProps = {
  /** Null while the first response is loading. */
  rows: readonly Campaign[] | null
  busy: boolean
  /** Whether the member may run actions, and rows can be selected. */
  mayRunActions: boolean
  chosen: ReadonlySet<string>
  onChoose: (rows: readonly Campaign[], on: boolean) => void
  onAction: (action: CampaignAction, campaign: Campaign) => void
}

/** The campaigns, newest first. */
export function CampaignsTable({ rows, busy, mayRunActions, chosen, onChoose, onAction }: CampaignsTableProps) {
  const count = rows?.filter(({ id }) => chosen.has(id)).length ?? 0
  const all = rows !== null && rows.length > 0 && count === rows.length
  const head = (
    <>
      {mayRunActions && (
        <HeadCell width="4.75rem">
          {rows !== null && (
            <Checkbox
              labelHidden
              label={t('campaigns.choosePage')}
              checked={all}
              indeterminate={count > 0 && !all}
              onChange={() => onChoose(rows, !all)}
            />
          )}
        </HeadCell>
      )}
      <HeadCell>{t('campaigns.column.name')}</HeadCell>
      <HeadCell width="8.25rem">{t('shell.heading.state')}</HeadCell>
      <HeadCell width="15%">{t('campaigns.column.days')}</HeadCell>
      <HeadCell numeric width="8.5rem">
        {t('campaigns.column.amount')}
      </HeadCell>
      <HeadCell numeric from="lg" width={mayRunActions ? '7rem' : '8.5rem'}>
        {t('campaigns.column.cost')}
      </HeadCell>
      {mayRunActions && (
        <HeadCell width="4.5rem">
          <span className="sr-only">{t('shell.verbs')}</span>
        </HeadCell>
      )}
    </>
  )
  const bars = [170, 80, 150, -70, -60]
  return (
    <Table fixed caption={t(rows === null ? 'campaigns.loading' : 'campaigns.table')} head={head} busy={busy || rows === null}>
      {rows === null ? (
        <SkeletonRows rows={6} widths={mayRunActions ? [18, ...bars, 0] : bars} wideOnly={[mayRunActions ? 5 : 4]} />
      ) : (
        rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            mayRunActions={mayRunActions}
            chosen={chosen.has(row.id)}
            onChoose={(on) => onChoose([row], on)}
            onAction={(action) => onAction(action, row)}
          />
        ))
      )}
    </Table>
  )
}

type RowProps = {
  row: Campaign
  mayRunActions: boolean
  chosen: boolean
  onChoose: (on: boolean) => void
  onAction: (action: CampaignAction) => void
}

function Row({ row, mayRunActions, chosen, onChoose, onAction }: RowProps) {
  const { merchantId, sandbox, flag } = useMerchant()
  const name = nameOf(row)
  const tick = <Checkbox labelHidden label={t('campaigns.choose', { name })} checked={chosen} onChange={() => onChoose(!chosen)} />
  const items = actionsOf(row.status).map((action) => ({
    key: action,
    label: t(`campaigns.act.${action}`),
    danger: isFinal(action),
    onSelect: () => onAction(action),
  }))
  return (
    <TableRow selected={chosen} faded={row.status === 'finished'}>
      {mayRunActions && <Cell>{tick}</Cell>}
      {/* On a tablet as high as a row with sales, so that a name of two lines causes no layout shift. */}
      <Cell card="title" className="md:max-lg:h-17.5!" detail={`${offerText(row)} · ${scopeText(row)}`}>
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <RowLink href={paths.campaign(merchantId, row.id, flag)}>{name}</RowLink>
          {sandbox && <Tag kind="test">{t('operations.test')}</Tag>}
        </span>
      </Cell>
      <Cell card="state" detail={row.budgetSpentAt === null ? undefined : t('campaigns.budget.gone')}>
        <StatusBadge kind={campaignKind[row.status]} label={t(`campaigns.state.${row.status}`)} faded={row.status === 'finished'} />
      </Cell>
      <Cell card="foot">
        <span className="max-md:text-sm max-md:text-ink-3">
          {rangeText(row)}
          {row.usage.orders > 0 && <span className="md:hidden"> · {money(row.usage.amount)}</span>}
        </span>
      </Cell>
      <Cell
        numeric
        detail={
          row.usage.orders > 0 && (
            <>
              {t('campaigns.orders', { count: row.usage.orders })}
              <span className="block lg:hidden">{t('campaigns.costOf', { amount: money(row.usage.subsidy) })}</span>
            </>
          )
        }
      >
        <Money cents={row.usage.amount} zeroDash />
      </Cell>
      <Cell numeric from="lg">
        <Money cents={row.usage.subsidy} zeroDash />
      </Cell>
      {mayRunActions && (
        <Cell numeric card="amount">
          <span className="inline-flex items-center max-md:-my-2 max-md:-mr-2.5">
            <span className="inline-grid w-11 justify-center md:hidden">{tick}</span>
            <Menu
              label={t('shell.verbs')}
              triggerLabel={t('campaigns.verbsOf', { name })}
              trigger={<Ellipsis aria-hidden />}
              items={items}
            />
          </span>
        </Cell>
      )}
    </TableRow>
  )
}
