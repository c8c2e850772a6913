import type { ListVersionView, OwnVersionView } from '#contract/provider/prices'
import { joinTexts } from '#domain/platform/direction'
import { date, nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { payoutRows } from './payoutDraft.ts'
import { replacedParts } from './replacedParts.ts'
import { fieldsOf, termText } from './termsText.ts'

export type Version = ListVersionView | OwnVersionView

const kinds: Record<Version['state'], StatusKind> = {
  coming: 'upcoming',
  in_force: 'accepted-filled',
  past: 'stopped',
  withdrawn: 'rejected',
}

type HistoryTableProps = {
  versions: readonly Version[]
  /** Withdraws a version that has not begun; null: this person may not. */
  onWithdraw: ((version: Version) => void) | null
  /** Who requested the withdrawal of a version that waits for a second person, in words; null: nobody. */
  waiting: (version: Version) => string | null
}

/** Every version, the newest first: from when, what, by whom, and what became of it. */
export function HistoryTable({ versions, onWithdraw, waiting }: HistoryTableProps) {
  const isOver = replacedParts(versions)
  const head = (
    <>
      <HeadCell width="7.5rem">{t('prices.column.from')}</HeadCell>
      <HeadCell>{t('prices.column.terms')}</HeadCell>
      <HeadCell width="18%">{t('prices.column.who')}</HeadCell>
      <HeadCell width="8.5rem">{t('shell.heading.state')}</HeadCell>
      <HeadCell width="7rem">
        <span className="sr-only">{t('shell.verbs')}</span>
      </HeadCell>
    </>
  )
  return (
    <Table fixed caption={t('prices.history')} head={head}>
      {versions.map((version) => (
        <TableRow key={version.id} faded={version.state === 'past' || version.state === 'withdrawn'}>
          <Cell card="title">
            <b className="font-strong tabular-nums">{date(version.effectiveOn)}</b>
          </Cell>
          <Cell card="foot">
            {version.products.map((one) => (
              <Line key={one.product} over={isOver(version, one.product)}>
                {summaryOf(one)}
              </Line>
            ))}
            {version.payout && <Line over={isOver(version, 'payout')}>{payoutSummaryOf(version.payout)}</Line>}
          </Cell>
          <Cell card="net" detail={waiting(version) ?? nearTime(version.proposedAt)}>
            {proposerOf(version)}
          </Cell>
          <Cell card="state">
            <StatusBadge
              kind={kinds[version.state]}
              label={t(`prices.state.${version.state}`)}
              detail={version.withdrawnBy === null ? undefined : version.withdrawnBy}
            />
          </Cell>
          <Cell card="amount" className="text-right">
            {onWithdraw && version.state === 'coming' && waiting(version) === null && (
              <Button size="small" onClick={() => onWithdraw(version)}>
                {t('prices.withdraw')}
              </Button>
            )}
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}

/** One part of a version. `over`: a later version has replaced it, although the rest is in force. */
function Line({ over, children }: { over: boolean; children: string }) {
  return <span className={`block ${over ? 'text-ink-3' : ''}`}>{over ? joinTexts([children, t('prices.noLonger')], ' · ') : children}</span>
}

const proposerOf = ({ proposedBy, proposedByKey }: Version): string =>
  proposedBy ?? (proposedByKey === null ? t('prices.installation') : t('prices.key', { name: proposedByKey }))

/** How shops are paid, in a line. */
function payoutSummaryOf({ frequency, reserve, minimumFee }: NonNullable<Version['payout']>): string {
  const none = { frequency: 'daily' as const, reserve: { rate: 0, days: 1 }, minimumFee: 0 }
  const shown = payoutRows({ frequency: frequency ?? none.frequency, reserve: reserve ?? none.reserve, minimumFee: minimumFee ?? 0 })
  const parts = [
    ...(frequency === null ? [] : [shown.frequency]),
    ...(reserve === null ? [] : [reserve.rate === 0 ? shown.reserve : joinTexts([t('prices.payout.reserve'), shown.reserve], ': ')]),
    ...(minimumFee === null
      ? []
      : [minimumFee === 0 ? shown.minimumFee : joinTexts([t('prices.payout.minimumFee'), shown.minimumFee], ': ')]),
  ]
  return joinTexts([t('prices.payout'), parts.length === 0 ? t('prices.payout.list') : joinTexts(parts, ' · ')], ': ')
}

type Entry = Version['products'][number]

/** A product of a version in a line: its fee, and the customer's rate where it has one. */
function summaryOf(entry: Entry): string {
  const { product, terms } = entry
  const name = t(`operations.product.${product}`)
  if ('enabled' in entry && !entry.enabled) return joinTexts([name, t('prices.notOffered')], ': ')
  if (terms === null) return joinTexts([name, t('prices.asList')], ': ')
  const shown = [t('prices.fee', { rate: termText('feeRate', terms), fixed: termText('feeFixed', terms) })]
  if (fieldsOf(product).includes('tin')) shown.push(t('prices.tinOf', { rate: termText('tin', terms) }))
  shown.push(t('prices.limits', { from: termText('minAmount', terms), to: termText('maxAmount', terms) }))
  return joinTexts([name, joinTexts(shown, ' · ')], ': ')
}
