import { type BankFile, consoleBankFileList } from '#contract/provider/bankFiles'
import { joinTexts } from '#domain/platform/direction'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { usePages } from '../api/usePages.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { OnPhone } from '../frame/OnPhone.tsx'
import { PagedRows } from '../frame/PagedRows.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { countsText, formatText, sourceText } from './bankFileWords.ts'
import { UploadFiles } from './UploadFiles.tsx'

/** The files of the bank that were read in, and where more are uploaded. */
export function BankFilesPage() {
  const list = usePages(consoleBankFileList, {})
  const { may } = useStaff()
  const ways = list.data?.pages[0]?.ways
  return (
    <ConsolePage
      title={t('bankFiles.title')}
      about={ways && [t('bankFiles.about', { account: ways.accountLast4 }), ways.folder && t('bankFiles.folder')].filter(Boolean).join(' ')}
    >
      <SectionTabs section="money" />
      {may('consoleBankFileRead') && <UploadFiles />}
      <PagedRows read={list} empty={<EmptyState title={t('bankFiles.none')}>{t('bankFiles.noneLead')}</EmptyState>}>
        {(files) => <FileTable files={files} />}
      </PagedRows>
    </ConsolePage>
  )
}

function FileTable({ files }: { files: readonly BankFile[] }) {
  const head = (
    <>
      <HeadCell>{t('money.column.file')}</HeadCell>
      <HeadCell width="34%">{t('bankFiles.column.result')}</HeadCell>
      <HeadCell width="26%">{t('bankFiles.column.read')}</HeadCell>
    </>
  )
  return (
    <Table fixed caption={t('bankFiles.title')} head={head}>
      {files.map((file) => (
        <TableRow key={file.id}>
          <Cell card="title" detail={formatText(file.format)}>
            <RowLink href={`/console/money/bank-files/${file.id}`}>
              <b className="font-strong wrap-anywhere">{file.name}</b>
            </RowLink>
          </Cell>
          <Cell card="state">
            <FileBadge file={file} />
          </Cell>
          <Cell card="foot" detail={sourceText(file)}>
            <OnPhone label={t('bankFiles.column.read')} /> {nearTime(file.readAt)}
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}

/** What came of a file: what waits for staff first. */
function FileBadge({ file: { counts, problem } }: { file: BankFile }) {
  if (problem !== null) return <StatusBadge kind="rejected" label={t('bankFiles.format.none')} detail={problem} />
  const kind = counts.open > 0 ? 'merchant' : counts.waiting > 0 ? 'customer' : 'accepted-filled'
  return <StatusBadge kind={kind} label={countsText(counts) || joinTexts([t('bankFiles.result.noted')])} />
}
