import { useState } from 'react'
import { consolePayoutFile, consolePayoutFileList, type PayoutFile } from '#contract/provider/moneyFiles'
import { addressOf } from '../../platform/api/call.ts'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { buttonClass } from '../../platform/ui/controls/buttonClass.ts'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { usePages } from '../api/usePages.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { PagedRows } from '../frame/PagedRows.tsx'
import { RequestedButton } from '../frame/RequestedButton.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { MakeFileDialog } from './MakeFileDialog.tsx'

/** The files of transfers to the bank, and what waits for the next one. */
export function FilesPage() {
  const list = usePages(consolePayoutFileList, {})
  const { may } = useStaff()
  const [making, setMaking] = useState(false)
  const waiting = list.data?.pages[0]?.waiting
  return (
    <ConsolePage
      title={t('money.files')}
      about={t('money.files.about')}
      lead={waiting && waiting.count > 0 && t('money.files.waiting', { count: waiting.count })}
      actions={
        waiting &&
        waiting.count > 0 &&
        may('consolePayoutFileMake') && (
          <RequestedButton call="consolePayoutFileMake" params={{}} onClick={() => setMaking(true)}>
            {t('money.files.make')}
          </RequestedButton>
        )
      }
    >
      <SectionTabs section="money" />
      <PagedRows read={list} empty={<EmptyState title={t('money.files.none')}>{t('money.files.noneLead')}</EmptyState>}>
        {(files, { handsOver }) => <FileTable files={files} mayDownload={may('consolePayoutFile')} hasFolder={handsOver === 'folder'} />}
      </PagedRows>
      {making && waiting && (
        <MakeFileDialog waiting={waiting} byHand={list.data?.pages[0]?.handsOver !== null} onClose={() => setMaking(false)} />
      )}
    </ConsolePage>
  )
}

/** What is known of a file: what the bank said of it counts before how it was handed over. */
function stateOf({ acceptedAt, rejectedAt, handedAt, madeBy }: PayoutFile, hasFolder: boolean) {
  if (rejectedAt !== null) return 'rejected'
  if (acceptedAt !== null) return 'accepted'
  if (handedAt === null) return 'unknown'
  return hasFolder && madeBy === null ? 'inFolder' : 'byPerson'
}
const badges = {
  rejected: 'rejected',
  accepted: 'accepted-filled',
  unknown: 'customer',
  inFolder: 'accepted-outlined',
  byPerson: 'merchant',
} as const

type FileTableProps = { files: readonly PayoutFile[]; mayDownload: boolean; hasFolder: boolean }

function FileTable({ files, mayDownload, hasFolder }: FileTableProps) {
  const head = (
    <>
      <HeadCell>{t('money.column.file')}</HeadCell>
      <HeadCell width="24%">{t('shell.heading.state')}</HeadCell>
      <HeadCell numeric width="18%">
        {t('shell.heading.amount')}
      </HeadCell>
      {mayDownload && <HeadCell width="18%" />}
    </>
  )
  return (
    <Table fixed caption={t('money.files')} head={head}>
      {files.map((file) => (
        <TableRow key={file.id}>
          <Cell card="title" detail={t(file.kind === 'debits' ? 'money.files.debits' : 'money.files.transfers', { count: file.transfers })}>
            <RowLink href={`/console/money/payouts?file=${file.id}`}>
              <b className="font-strong">{nearTime(file.madeAt)}</b>
            </RowLink>
            <span className="block font-code text-sm text-ink-3 wrap-anywhere">{file.id}</span>
          </Cell>
          <Cell card="state">
            <StatusBadge
              kind={badges[stateOf(file, hasFolder)]}
              label={t(`money.files.${stateOf(file, hasFolder)}`)}
              detail={file.madeBy === null ? undefined : t('money.files.madeBy', { who: file.madeBy })}
            />
          </Cell>
          <Cell card="amount" numeric strong>
            <Money cents={file.totalAmount} />
          </Cell>
          {mayDownload && (
            <Cell card="net" className="text-right">
              <a className={buttonClass('outlined', 'small')} href={addressOf(consolePayoutFile, { fileId: file.id })} download>
                {t('money.download')}
              </a>
            </Cell>
          )}
        </TableRow>
      ))}
    </Table>
  )
}
