import type { CardDifference } from '#contract/provider/cardBalance'
import { joinTexts } from '#domain/platform/direction'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { OnPhone } from '../frame/OnPhone.tsx'
import { useStaff } from '../frame/useStaff.ts'

type DifferenceTableProps = {
  differences: readonly CardDifference[]
  /** The difference that the queue led to: it comes first. */
  highlightedId: string | undefined
  onResolve: (difference: CardDifference) => void
}

/** Differences with both sides, and what was done about them. */
export function DifferenceTable({ differences, highlightedId, onResolve }: DifferenceTableProps) {
  const { may } = useStaff()
  const head = (
    <>
      <HeadCell>{t('cardBalance.column.about')}</HeadCell>
      <HeadCell width="28%">{t('cardBalance.column.kind')}</HeadCell>
      <HeadCell numeric width="7.25rem">
        {t('cardBalance.column.ours')}
      </HeadCell>
      <HeadCell numeric width="7.25rem">
        {t('cardBalance.column.theirs')}
      </HeadCell>
      <HeadCell width="7.25rem" />
    </>
  )
  const rows = [...differences].toSorted((one, other) => Number(other.id === highlightedId) - Number(one.id === highlightedId))
  return (
    <Table fixed caption={t('cardBalance.differences')} head={head}>
      {rows.map((one) => (
        <TableRow key={one.id}>
          <Cell card="title" detail={joinTexts([date(one.day), one.merchant?.name])}>
            {t(`cardBalance.about.${one.about}`)} <span className="wrap-anywhere font-code text-sm text-ink-3">{one.aboutId}</span>
          </Cell>
          <Cell card="state" detail={whatBecame(one)}>
            <StatusBadge kind={isOpen(one) ? 'merchant' : 'accepted-filled'} label={t(`cardBalance.kind.${one.kind}`)} />
          </Cell>
          <Cell card="net" numeric>
            <OnPhone label={t('cardBalance.column.ours')} /> {side(one.ours)}
          </Cell>
          <Cell card="amount" numeric strong>
            <OnPhone label={t('cardBalance.column.theirs')} /> {side(one.theirs, one.currency)}
          </Cell>
          <Cell card="foot">
            {isOpen(one) && may('consoleCardDifferenceResolve') && (
              <Button size="small" onClick={() => onResolve(one)}>
                {t('cardBalance.resolve')}
              </Button>
            )}
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}

const isOpen = ({ settledAt, resolvedAt }: CardDifference): boolean => settledAt === null && resolvedAt === null

/** An amount in the card provider's currency, where it is not the euro. */
const side = (cents: number | null, currency: string | null = null): string =>
  cents === null ? t('cardBalance.nothing') : money(cents).replace('€', currency?.toUpperCase() ?? '€')

function whatBecame({ settledAt, resolvedAt, resolvedBy, note }: CardDifference): string | undefined {
  if (settledAt !== null) return t('cardBalance.settled', { date: date(settledAt) })
  if (resolvedAt === null) return undefined
  return `${note ?? ''} (${t('cardBalance.resolved', { who: resolvedBy ?? '', date: date(resolvedAt) })})`
}
