import Download from 'lucide-react/icons/download'
import type { InvoiceRow } from '#contract/money/invoices'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { accountText } from '../../sales/operationStatus/accountText.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { IconButton } from '../../platform/ui/controls/IconButton.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { invoiceKind, periodTitle, stateDetail } from './invoiceText.ts'
import { NewFlag } from './NewFlag.tsx'
import { useInvoiceFile } from './useInvoiceFile.ts'

type ChosenInvoices = ReadonlyMap<string, InvoiceRow>
type InvoicesTableProps = {
  /** Null while the first response is loading. */
  rows: readonly InvoiceRow[] | null
  busy: boolean
  chosen: ChosenInvoices
  onChoose: (rows: readonly InvoiceRow[], on: boolean) => void
}

/** Checkbox and download with the margin of the sheet: at 768 px millions of euros fit in the columns that are left. */
const edge = 'calc(2.25rem + var(--gutter))'

/** The invoices, newest first, with link, PDF download and checkbox. */
export function InvoicesTable({ rows, busy, chosen, onChoose }: InvoicesTableProps) {
  const count = rows?.filter(({ id }) => chosen.has(id)).length ?? 0
  const all = rows !== null && rows.length > 0 && count === rows.length
  const head = (
    <>
      <HeadCell width={edge}>
        {rows !== null && (
          <Checkbox
            labelHidden
            label={t('invoices.choosePage')}
            checked={all}
            indeterminate={count > 0 && !all}
            onChange={() => onChoose(rows, !all)}
          />
        )}
      </HeadCell>
      <HeadCell from="lg" width="10%">
        {t('invoices.column.issued')}
      </HeadCell>
      <HeadCell width="8.5rem">{t('invoices.column.number')}</HeadCell>
      <HeadCell width="8rem">{t('invoices.column.state')}</HeadCell>
      <HeadCell from="lg" width="8%">
        {t('invoices.column.account')}
      </HeadCell>
      <HeadCell numeric>{t('invoices.column.base')}</HeadCell>
      <HeadCell numeric>{t('invoices.column.vat')}</HeadCell>
      <HeadCell numeric from="lg">
        {t('invoices.column.exempt')}
      </HeadCell>
      <HeadCell numeric width="6.875rem">
        {t('invoices.column.total')}
      </HeadCell>
      <HeadCell width={edge}>
        <span className="sr-only">{t('shell.download')}</span>
      </HeadCell>
    </>
  )
  return (
    <Table fixed caption={t(rows === null ? 'invoices.loading' : 'invoices.title')} head={head} busy={busy || rows === null}>
      {rows === null ? (
        <SkeletonRows rows={8} widths={[18, 80, 130, 90, 60, -60, -50, -50, -70, 0]} wideOnly={[1, 4, 7]} />
      ) : (
        <Rows rows={rows} chosen={chosen} onChoose={onChoose} />
      )}
    </Table>
  )
}

function Rows({ rows, chosen, onChoose }: Pick<InvoicesTableProps, 'chosen' | 'onChoose'> & { rows: readonly InvoiceRow[] }) {
  const file = useInvoiceFile()
  return rows.map((row) => (
    <Row
      key={row.id}
      row={row}
      chosen={chosen.has(row.id)}
      onChoose={(on) => onChoose([row], on)}
      busy={file.busy?.id === row.id}
      onDownload={() => file.download(row, 'pdf')}
    />
  ))
}

type RowProps = { row: InvoiceRow; chosen: boolean; onChoose: (on: boolean) => void; busy: boolean; onDownload: () => void }

function Row({ row, chosen, onChoose, busy, onDownload }: RowProps) {
  const { merchantId, flag } = useMerchant()
  const tick = (
    <Checkbox labelHidden label={t('invoices.choose', { number: row.number })} checked={chosen} onChange={() => onChoose(!chosen)} />
  )
  const period = periodTitle({ from: row.periodFrom, to: row.periodTo })
  return (
    <TableRow selected={chosen} faded={row.status === 'rectified'}>
      <Cell>{tick}</Cell>
      <Cell from="lg">{date(row.issuedOn)}</Cell>
      <Cell
        card="title"
        detail={
          <>
            {row.kind === 'rectifying' ? t('invoices.rectifyingOf', { period }) : period}
            <span className="block lg:hidden">{date(row.issuedOn)}</span>
          </>
        }
      >
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <RowLink href={paths.invoice(merchantId, row.id, flag)}>{row.number}</RowLink>
          <NewFlag of={row} />
        </span>
      </Cell>
      <Cell card="state">
        <StatusBadge kind={invoiceKind[row.status]} label={t(`invoices.state.${row.status}`)} detail={stateDetail(row)} />
      </Cell>
      <Cell from="lg">{accountText(row.ibanLast4)}</Cell>
      <Cell numeric>
        <Money cents={row.baseAmount} currency={false} zeroDash />
      </Cell>
      <Cell numeric>
        <Money cents={row.vatAmount} currency={false} zeroDash />
      </Cell>
      <Cell numeric from="lg">
        <Money cents={row.exemptAmount} currency={false} zeroDash />
      </Cell>
      <Cell numeric strong card="amount">
        <Money cents={row.totalAmount} />
      </Cell>
      <Cell numeric card="net">
        <span className="inline-flex items-center gap-2 max-md:-my-2 max-md:-mr-3">
          <span className="inline-grid w-11 justify-center md:hidden">{tick}</span>
          <IconButton
            label={t('invoices.downloadOne', { number: row.number })}
            icon={<Download aria-hidden />}
            aria-busy={busy || undefined}
            onClick={onDownload}
          />
        </span>
      </Cell>
    </TableRow>
  )
}
