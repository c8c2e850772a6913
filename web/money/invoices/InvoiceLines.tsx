import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { Invoice, invoiceLines } from '#contract/money/invoices'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { Pages } from '../../platform/lists/Pages.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { Chip } from '../../platform/ui/tables/Chip.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { invoiceLinesRead } from './invoiceReads.ts'
import { lineChoice, type InvoiceConcept } from './lineChoice.ts'

type Line = AnswerOf<typeof invoiceLines>['results'][number]

/** "Explícame esta factura": the charges behind each amount. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const { merchantId, flag } = useMerchant()
  const { search } = useAddress()
  const { concept, page } = lineChoice(search)
  const { data, error, isError, refetch, isFetching } = useQuery({
    ...invoiceLinesRead(merchantId, invoice.id, concept, page),
    placeholderData: keepPreviousData,
  })
  const hrefOf = (next: InvoiceConcept | null, number = 1) =>
    paths.invoice(merchantId, invoice.id, { concept: next, ...(number > 1 && { page: number }), ...flag })
  return (
    <section id="lineas" aria-labelledby="invoice-lines" className="scroll-mt-4 pt-9">
      <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 pb-2">
        <h2 id="invoice-lines" className="text-title-sm leading-snug font-strong">
          {t('invoices.lines')}
        </h2>
        <span className="text-md text-ink-3">{t('invoices.lines.about')}</span>
        {invoice.lines.length > 1 && (
          <div role="group" aria-label={t('invoices.concepts')} className="ml-auto flex flex-wrap max-md:ml-0 max-md:w-full">
            <Chip pressed={concept === null} onClick={() => go(hrefOf(null), { replace: true, keepScroll: true })}>
              {t('invoices.concepts.all')}
            </Chip>
            {invoice.lines.map((line) => (
              <Chip
                key={line.concept}
                pressed={concept === line.concept}
                onClick={() => go(hrefOf(line.concept), { replace: true, keepScroll: true })}
              >
                {t(`invoices.concept.${line.concept}`)}
              </Chip>
            ))}
          </div>
        )}
      </div>
      {isError ? (
        <FailureCard title={t('invoices.failed.lines')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <>
          <Table fixed caption={t('invoices.linesTable')} head={<Head />} busy={isFetching}>
            {data ? (
              data.results.map((line) => <LineRow key={line.id} line={line} />)
            ) : (
              <SkeletonRows rows={8} widths={[70, 120, 80, 110, -60, -50, -50, -50]} wideOnly={[2]} />
            )}
          </Table>
          {data && <Pages page={data} hrefFor={(number) => hrefOf(concept, number)} />}
        </>
      )}
    </section>
  )
}

function Head() {
  return (
    <>
      <HeadCell from="lg" width="12%">
        {t('invoices.line.at')}
      </HeadCell>
      <HeadCell width="18%">{t('shell.heading.order')}</HeadCell>
      <HeadCell from="lg" width="11%">
        {t('invoices.line.kind')}
      </HeadCell>
      <HeadCell width="8.75rem">{t('invoices.line.settlement')}</HeadCell>
      <HeadCell numeric>{t('shell.heading.amount')}</HeadCell>
      <HeadCell numeric>{t('shell.heading.fee')}</HeadCell>
      <HeadCell numeric>{t('invoices.column.vat')}</HeadCell>
      <HeadCell numeric width="clamp(6.5rem, 10.5vw, 8rem)">
        {t('shell.heading.subsidy')}
      </HeadCell>
    </>
  )
}

function LineRow({ line }: { line: Line }) {
  const { merchantId, flag } = useMerchant()
  const name = line.mid ?? t('operations.noOrder')
  const charged = line.feeAmount + line.vatAmount + line.subsidyAmount
  return (
    <TableRow>
      <Cell from="lg">{date(line.occurredAt)}</Cell>
      <Cell card="title">
        <span className="block md:truncate">
          {line.operationId === null ? (
            t(`invoices.kind.${line.kind}`)
          ) : (
            <RowLink href={paths.operation(merchantId, line.operationId, flag)}>{name}</RowLink>
          )}
          <span className="font-normal text-ink-3 md:hidden"> · {date(line.occurredAt)}</span>
        </span>
        <span className="detail max-md:hidden lg:hidden print:hidden">{date(line.occurredAt)}</span>
      </Cell>
      <Cell from="lg">{t(`invoices.kind.${line.kind}`)}</Cell>
      <Cell card="state">
        <Anchor
          href={paths.settlement(merchantId, line.settlementId, flag)}
          className="text-ink-2 underline decoration-line-strong underline-offset-3 hover:text-ink"
        >
          {line.settlementReference}
        </Anchor>
      </Cell>
      <Cell numeric card="net">
        <span className="md:hidden">{t('invoices.line.of', { amount: money(line.grossAmount) })}</span>
        <span className="max-md:hidden">
          <Money cents={line.grossAmount} currency={false} />
        </span>
      </Cell>
      <Cell numeric>
        <Money cents={line.feeAmount} currency={false} zeroDash />
      </Cell>
      <Cell numeric>
        <Money cents={line.vatAmount} currency={false} zeroDash />
      </Cell>
      <Cell numeric strong card="amount">
        <span className="max-md:hidden">
          <Money cents={line.subsidyAmount} currency={false} zeroDash className="font-normal" />
        </span>
        <span className="md:hidden">
          <Money cents={charged} currency={false} />
        </span>
      </Cell>
    </TableRow>
  )
}
