import type { BankFile, BankFileLine } from '#contract/provider/bankFiles'
import { joinTexts } from '#domain/platform/direction'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { ShopLink } from '../frame/ShopLink.tsx'
import { amountText, lineText } from './bankFileWords.ts'
import { LineVerbs } from './LineVerbs.tsx'

const badges = {
  open: 'merchant',
  waiting: 'customer',
  applied: 'accepted-filled',
  matched: 'accepted-filled',
  repeated: 'stopped',
  noted: 'stopped',
  dismissed: 'stopped',
} as const

type LineTableProps = {
  lines: readonly BankFileLine[]
  /** Of the file they stand in. */
  format: BankFile['format']
  /** Nothing is done yet: what waits would be. */
  isPreview?: boolean
  /** Whose open lines staff can work on. */
  fileId?: string
  onDismiss?: (line: BankFileLine) => void
}

/** What a file says, a line for each order or movement, and what came of it. */
export function LineTable({ lines, format, isPreview = false, fileId, onDismiss }: LineTableProps) {
  const head = (
    <>
      <HeadCell>{t('bankFiles.column.what')}</HeadCell>
      <HeadCell width="30%">{t('bankFiles.column.result')}</HeadCell>
      <HeadCell numeric width="16%">
        {t('shell.heading.amount')}
      </HeadCell>
      {onDismiss && (
        <HeadCell width="4rem">
          <span className="sr-only">{t('shell.verbs')}</span>
        </HeadCell>
      )}
    </>
  )
  return (
    <Table fixed caption={t('bankFiles.lines')} head={head}>
      {lines.map((line) => (
        <TableRow key={line.line}>
          <Cell card="title" detail={<Where line={line} format={format} />}>
            <b className="font-strong wrap-anywhere">{line.reference || line.text || '—'}</b>
          </Cell>
          <Cell card="state">
            <StatusBadge
              kind={badges[line.result]}
              label={t(isPreview && line.result === 'waiting' ? 'bankFiles.result.would' : `bankFiles.result.${line.result}`)}
              detail={detailOf(line)}
            />
          </Cell>
          <Cell card="amount" numeric strong>
            {amountText(line)}
          </Cell>
          {onDismiss && (
            <Cell card="net">
              {line.result === 'open' && fileId !== undefined && (
                <LineVerbs fileId={fileId} line={line} onDismiss={() => onDismiss(line)} />
              )}
            </Cell>
          )}
        </TableRow>
      ))}
    </Table>
  )
}

/** Why staff must look at it, or what they wrote. */
const detailOf = ({ result, why, note, by, code }: BankFileLine): string | undefined => {
  if (result === 'open' && why !== null) return t(`bankFiles.why.${why}`)
  return joinTexts([code, note, by]) || undefined
}

function Where({ line, format }: { line: BankFileLine; format: BankFile['format'] }) {
  const { shop, bookedOn, text, reference } = line
  return (
    <>
      {joinTexts([lineText(line, format), bookedOn !== null && date(bookedOn)])}
      {shop && (
        <>
          {' · '}
          <ShopLink shop={shop} />
        </>
      )}
      {reference !== '' && text !== '' && shop === null && <span className="block wrap-anywhere">{text}</span>}
    </>
  )
}
