import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { settlementLines, WholeSettlement } from '#contract/money/settlements'
import { date, time } from '../../platform/i18n/format.ts'
import { groupThousands } from '../../platform/i18n/groupThousands.ts'
import { monthText } from '../../platform/i18n/calendar.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { Pages } from '../../platform/lists/Pages.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { Chip } from '../../platform/ui/tables/Chip.tsx'
import { go } from '../../platform/routes/go.ts'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { lineChoice } from './lineChoice.ts'
import { lineKinds, type LinePart } from './lineKinds.ts'
import { linesRead } from './settlementReads.ts'

type Lines = AnswerOf<typeof settlementLines>
type Line = Lines['results'][number]

const countNames = {
  order: 'order',
  refund: 'refund',
  cancel: 'cancel',
  fee_minimum: 'feeMinimum',
  repayment: 'repayment',
  vat_rounding: 'vatRounding',
  chargeback: 'chargeback',
} as const

/** The settlement's lines by kind with the sums of each, every one linked to its operation. */
export function SettlementLines({ settlement }: { settlement: WholeSettlement }) {
  const { merchantId, flag } = useMerchant()
  const { search } = useAddress()
  const { part, page } = lineChoice(search)
  const { data, error, isError, refetch, isFetching } = useQuery({
    ...linesRead(merchantId, settlement.id, part, page),
    placeholderData: keepPreviousData,
  })
  const hrefOf = (next: LinePart | null, number = 1) =>
    paths.settlement(merchantId, settlement.id, { kind: next, ...(number > 1 && { page: number }), ...flag })
  const { counts, subsidisedCount } = settlement
  const kinds = lineKinds.map((one) => ({ part: one, count: counts[countNames[one]] }))
  // The filter of subsidised lines exists only while it is selected through its term of the equation.
  const parts: { part: LinePart; count: number }[] = [
    ...kinds.filter(({ count }) => count > 0),
    ...(part === 'subsidised' ? [{ part, count: subsidisedCount }] : []),
  ]
  return (
    <section id="lineas" aria-labelledby="settlement-lines" className="scroll-mt-4 pt-9">
      <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 pb-2">
        <h2 id="settlement-lines" className="text-title-sm leading-snug font-strong">
          {t('settlements.lines')}
        </h2>
        <span className="text-md text-ink-3">{t('shell.zone')}</span>
        {parts.length > 1 && (
          <div role="group" aria-label={t('settlements.kinds')} className="-ml-2 flex flex-wrap max-md:w-full md:ml-auto">
            <Chip
              pressed={part === null}
              count={groupThousands(settlement.lineCount)}
              onClick={() => go(hrefOf(null), { replace: true, keepScroll: true })}
            >
              {t('settlements.kind.all')}
            </Chip>
            {parts.map(({ part: one, count }) => (
              <Chip
                key={one}
                pressed={part === one}
                count={groupThousands(count)}
                onClick={() => go(hrefOf(one), { replace: true, keepScroll: true })}
              >
                {t(`settlements.kind.${one}`)}
              </Chip>
            ))}
          </div>
        )}
      </div>
      {isError ? (
        <FailureCard title={t('settlements.failed.lines')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <>
          <Table fixed caption={t('settlements.linesTable')} head={<Head />} busy={isFetching}>
            {data ? (
              <LineRows lines={data} oneDay={settlement.periodFrom === settlement.periodTo} />
            ) : (
              <SkeletonRows rows={8} widths={widths} wideOnly={[3, 5, 6, 7]} />
            )}
          </Table>
          {data && <Pages page={data} hrefFor={(number) => hrefOf(part, number)} />}
        </>
      )}
    </section>
  )
}

/** From the narrowest window with these columns to one of 1440 px, where millions fit. */
const room = {
  gross: 'clamp(6.5rem, 5vw + 2.75rem, 7rem)',
  fee: 'clamp(5.75rem, 10vw - 1.75rem, 7.25rem)',
  vat: 'clamp(5rem, 13vw - 4.75rem, 7rem)',
  subsidy: 'clamp(6.5rem, 5vw + 2.75rem, 7.25rem)',
  net: 'clamp(8rem, 8vw + 1.75rem, 9rem)',
}
const widths = [50, 140, 90, 70, -70, -50, -50, -50, -70]

function Head() {
  return (
    <>
      <HeadCell width="7.75rem">{t('shell.heading.when')}</HeadCell>
      <HeadCell>{t('settlements.line.customer')}</HeadCell>
      <HeadCell width="6.875rem">{t('shell.heading.order')}</HeadCell>
      <HeadCell from="lg" width="7rem">
        {t('settlements.line.product')}
      </HeadCell>
      <HeadCell numeric width={room.gross}>
        {t('shell.heading.amount')}
      </HeadCell>
      <HeadCell numeric from="lg" width={room.fee}>
        {t('shell.heading.fee')}
      </HeadCell>
      <HeadCell numeric from="lg" width={room.vat}>
        {t('settlements.line.vat')}
      </HeadCell>
      <HeadCell numeric from="lg" width={room.subsidy}>
        {t('shell.heading.subsidy')}
      </HeadCell>
      <HeadCell numeric width={room.net}>
        {t('settlements.line.net')}
      </HeadCell>
    </>
  )
}

/** The lines of a page; before the first one of a kind a row with its sums over all pages, if there are several kinds. */
function LineRows({ lines: { results, subtotals }, oneDay }: { lines: Lines; oneDay: boolean }) {
  return results.map((line, nth) => {
    const sums = line.kind === results[nth - 1]?.kind ? undefined : subtotals?.find(({ kind }) => kind === line.kind)
    return (
      <Fragment key={line.id}>
        {sums && (subtotals?.length ?? 0) > 1 && <SubtotalRow sums={sums} />}
        <LineRow line={line} oneDay={oneDay} />
      </Fragment>
    )
  })
}

function SubtotalRow({ sums }: { sums: NonNullable<Lines['subtotals']>[number] }) {
  return (
    <TableRow group>
      <Cell card="title" colSpan={3}>
        <b className="font-strong">
          {t('settlements.subtotal', { kind: t(`settlements.kind.${sums.kind}`), count: groupThousands(sums.count) })}
        </b>
      </Cell>
      <Cell from="lg">{null}</Cell>
      <AmountCells amounts={sums} />
    </TableRow>
  )
}

/** Gross, charges and net. */
function AmountCells({ amounts }: { amounts: Pick<Line, 'grossAmount' | 'feeAmount' | 'vatAmount' | 'subsidyAmount' | 'netAmount'> }) {
  const charge = (cents: number) => <Money cents={0 - cents} currency={false} sign zeroDash />
  return (
    <>
      <Cell numeric card="net">
        <Money cents={amounts.grossAmount} currency={false} zeroDash />
        <span className="md:hidden"> {t('settlements.line.grossWord')}</span>
      </Cell>
      <Cell numeric from="lg">
        {charge(amounts.feeAmount)}
      </Cell>
      <Cell numeric from="lg">
        {charge(amounts.vatAmount)}
      </Cell>
      <Cell numeric from="lg">
        {charge(amounts.subsidyAmount)}
      </Cell>
      <Cell numeric strong card="amount">
        <Money cents={amounts.netAmount} currency={false} />
      </Cell>
    </>
  )
}

function LineRow({ line, oneDay }: { line: Line; oneDay: boolean }) {
  const { merchantId, flag } = useMerchant()
  return (
    <TableRow>
      <Cell {...(!oneDay && { detail: time(line.occurredAt) })}>{oneDay ? time(line.occurredAt) : date(line.occurredAt)}</Cell>
      <Cell card="title">
        <span className="block md:truncate">
          {line.operationId === null ? (
            lineTitle(line)
          ) : (
            <RowLink href={paths.operation(merchantId, line.operationId, flag)}>{lineTitle(line)}</RowLink>
          )}
        </span>
      </Cell>
      <Cell card="state">
        <span className="text-ink-3">
          {line.operationId !== null && (line.mid ?? t('operations.noOrder'))}
          {line.kind !== 'order' && (
            <span className="lg:hidden">
              {line.operationId !== null && ' · '}
              {t(`settlements.what.${line.kind}`)}
            </span>
          )}
        </span>
      </Cell>
      <Cell from="lg">{whatText(line)}</Cell>
      <AmountCells amounts={line} />
    </TableRow>
  )
}

/** The customer, the month of a minimum fee, or the payment method of a repayment. */
function lineTitle({ customerName, monthFrom, repayment }: Line): string {
  if (repayment !== null) return t(`settlements.repaid.${repayment.of}`, { reference: repayment.reference })
  return monthFrom === null ? (customerName ?? '') : t('settlements.minimumOf', { month: monthText(monthFrom) })
}

/** The product that was sold, also of a refund; what a line without an operation is. */
function whatText({ kind, product, numInstalments }: Line): string {
  if (product === null) return kind === 'order' ? '' : t(`settlements.what.${kind}`)
  return product === 'instalments' ? t('settlements.instalments', { count: numInstalments ?? 0 }) : t(`operations.product.${product}`)
}
